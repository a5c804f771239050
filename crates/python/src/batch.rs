//! Many games at a time.

use crate::game::read_setup;
use crate::value_error;
use numpy::{
    Element, IntoPyArray as _, PyArray1, PyArray2, PyArray4, PyArrayMethods as _, PyReadonlyArray1, PyReadwriteArray,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use spaces::{Batch, Reward, SIZE, Views};

/// `n` games played side by side on all cores, for training. A step takes one action for each game and goes on to the next decision;
/// a game that ends begins anew in the same step. What is told lies in NumPy arrays that every step writes to again: copy what is to
/// be kept. `observe` is `"features"`, `"planes"`, both, or nothing.
#[pyclass(module = "bastide")]
pub(crate) struct BatchEnv {
    batch: Batch,
    planes: Option<Py<PyArray4<u8>>>,
    features: Option<Py<PyArray2<f32>>>,
    mask: Option<Py<PyArray2<bool>>>,
    rewards: Py<PyArray2<f32>>,
    points: Py<PyArray2<u16>>,
    done: Py<PyArray1<bool>>,
    to_act: Py<PyArray1<u8>>,
    samples: Py<PyArray1<i64>>,
}

/// The arrays of a batch while a step writes to them.
struct Borrowed<'py> {
    planes: Option<PyReadwriteArray<'py, u8, numpy::Ix4>>,
    features: Option<PyReadwriteArray<'py, f32, numpy::Ix2>>,
    mask: Option<PyReadwriteArray<'py, bool, numpy::Ix2>>,
    rewards: PyReadwriteArray<'py, f32, numpy::Ix2>,
    points: PyReadwriteArray<'py, u16, numpy::Ix2>,
    done: PyReadwriteArray<'py, bool, numpy::Ix1>,
    to_act: PyReadwriteArray<'py, u8, numpy::Ix1>,
}

fn room<'a, T: Element, D: numpy::ndarray::Dimension>(
    array: &'a mut PyReadwriteArray<'_, T, D>,
) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|_| PyValueError::new_err("an array of the batch has been reshaped"))
}

impl Borrowed<'_> {
    fn views(&mut self) -> PyResult<Views<'_>> {
        Ok(Views {
            planes: self.planes.as_mut().map(room).transpose()?,
            features: self.features.as_mut().map(room).transpose()?,
            mask: self.mask.as_mut().map(room).transpose()?,
            rewards: Some(room(&mut self.rewards)?),
            points: Some(room(&mut self.points)?),
            done: Some(room(&mut self.done)?),
            to_act: Some(room(&mut self.to_act)?),
        })
    }
}

/// Borrows an array to write to it; fails where somebody made it read-only.
fn borrow<'py, T: Element, D: numpy::ndarray::Dimension>(
    py: Python<'py>,
    array: &Py<numpy::PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    array.bind(py).try_readwrite().map_err(|error| value_error(format!("an array of the batch: {error}")))
}

/// Reads what players are paid.
pub(crate) fn read_reward(name: &str) -> PyResult<Reward> {
    let known = Reward::ALL.map(Reward::name).join(", ");
    Reward::from_name(name).ok_or_else(|| value_error(format!("no reward {name:?}; there are: {known}")))
}

impl BatchEnv {
    fn borrow_all<'py>(&self, py: Python<'py>) -> PyResult<Borrowed<'py>> {
        Ok(Borrowed {
            planes: self.planes.as_ref().map(|array| borrow(py, array)).transpose()?,
            features: self.features.as_ref().map(|array| borrow(py, array)).transpose()?,
            mask: self.mask.as_ref().map(|array| borrow(py, array)).transpose()?,
            rewards: borrow(py, &self.rewards)?,
            points: borrow(py, &self.points)?,
            done: borrow(py, &self.done)?,
            to_act: borrow(py, &self.to_act)?,
        })
    }
}

#[pymethods]
impl BatchEnv {
    #[new]
    #[pyo3(signature = (
        n, game = "base", options = Vec::new(), players = 2, *, seed = 0, observe = vec!["features".to_owned()], mask = true,
        reward = "outcome", threads = 0, size = SIZE
    ))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        n: usize,
        game: &str,
        options: Vec<String>,
        players: u8,
        seed: u64,
        observe: Vec<String>,
        mask: bool,
        reward: &str,
        threads: usize,
        size: usize,
    ) -> PyResult<BatchEnv> {
        let setup = read_setup(game, &options, players, None)?;
        let reward = read_reward(reward)?;
        if let Some(unknown) = observe.iter().find(|name| !["features", "planes"].contains(&name.as_str())) {
            return Err(value_error(format!("observe is \"features\", \"planes\", both or nothing, not {unknown:?}")));
        }
        let batch = Batch::new(&setup, size, n, seed, reward, threads).map_err(value_error)?;
        let observer = batch.observer();
        let wants = |name: &str| observe.iter().any(|known| known == name);
        let (planes, features) = ([n, observer.planes().len(), size, size], [n, observer.features().len()]);
        let seats = [n, usize::from(players)];
        let count = batch.space().count();
        let mut env = BatchEnv {
            planes: wants("planes").then(|| PyArray4::zeros(py, planes, false).unbind()),
            features: wants("features").then(|| PyArray2::zeros(py, features, false).unbind()),
            mask: mask.then(|| PyArray2::zeros(py, [n, count], false).unbind()),
            rewards: PyArray2::zeros(py, seats, false).unbind(),
            points: PyArray2::zeros(py, seats, false).unbind(),
            done: PyArray1::zeros(py, [n], false).unbind(),
            to_act: PyArray1::zeros(py, [n], false).unbind(),
            samples: PyArray1::zeros(py, [n], false).unbind(),
            batch,
        };
        env.reset(py, seed)?;
        Ok(env)
    }

    /// All games begin anew, with the draws of this seed.
    #[pyo3(signature = (seed = 0))]
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let mut arrays = self.borrow_all(py)?;
        let views = arrays.views()?;
        let batch = &mut self.batch;
        py.detach(|| batch.reset(seed, views));
        Ok(())
    }

    /// Plays one action in each game. If one is not possible, `ValueError` says which, and nothing is played.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let contiguous = || PyValueError::new_err("actions lie one after the other: use numpy.ascontiguousarray");
        let actions = actions.as_slice().map_err(|_| contiguous())?;
        let mut arrays = self.borrow_all(py)?;
        let views = arrays.views()?;
        let batch = &mut self.batch;
        py.detach(|| batch.step(actions, views)).map_err(value_error)
    }

    /// Plays so many decisions in each game by lot: the very ones that as many times `step(sample())` would, but without Python in
    /// between. Rewards are sums over them, and `done` says whether any game ended.
    #[pyo3(signature = (decisions = 1))]
    fn play_random(&mut self, py: Python<'_>, decisions: u32) -> PyResult<()> {
        let mut arrays = self.borrow_all(py)?;
        let views = arrays.views()?;
        let batch = &mut self.batch;
        py.detach(|| batch.play_random(decisions, views));
        Ok(())
    }

    /// One of the possible actions of each game, all with equal chances. The array is written to again by the next call.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut samples = borrow(py, &self.samples)?;
        let out = room(&mut samples)?;
        let batch = &mut self.batch;
        py.detach(|| batch.sample(out));
        drop(samples);
        Ok(self.samples.bind(py).clone())
    }

    /// The numbers of all possible actions, and where those of each game begin (`n + 1` entries).
    fn legal<'py>(&mut self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>) {
        let batch = &mut self.batch;
        let (numbers, begins) = py.detach(|| batch.list());
        (numbers.into_pyarray(py), begins.into_pyarray(py))
    }

    /// What each possible action would lead to: a row of features each, their numbers, and where those of each game begin.
    #[expect(clippy::type_complexity, reason = "three arrays")]
    fn candidates<'py>(
        &mut self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>)> {
        let (rows, numbers, begins) = {
            let batch = &mut self.batch;
            py.detach(|| batch.look())
        };
        let shape = [numbers.len(), self.batch.candidates().features().len()];
        Ok((rows.into_pyarray(py).reshape(shape)?, numbers.into_pyarray(py), begins.into_pyarray(py)))
    }

    /// How many games are played side by side.
    #[getter]
    fn n(&self) -> usize {
        self.batch.games()
    }

    /// How many threads play.
    #[getter]
    fn threads(&self) -> usize {
        self.batch.threads()
    }

    /// How many games have ended.
    #[getter]
    fn finished(&self) -> u64 {
        self.batch.finished()
    }

    /// How many numbers of actions there are.
    #[getter]
    fn action_count(&self) -> usize {
        self.batch.space().count()
    }

    /// What the features of a candidate are.
    #[getter]
    fn candidate_names(&self) -> Vec<String> {
        self.batch.candidates().features().to_vec()
    }

    /// `(n, planes, size, size)` bytes, as whoever decides sees the board; `None` if not observed.
    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray4<u8>>> {
        self.planes.as_ref().map(|array| array.bind(py).clone())
    }

    /// `(n, features)` numbers, as whoever decides sees the position; `None` if not observed.
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray2<f32>>> {
        self.features.as_ref().map(|array| array.bind(py).clone())
    }

    /// `(n, action_count)`: which actions are possible; `None` if not wanted.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray2<bool>>> {
        self.mask.as_ref().map(|array| array.bind(py).clone())
    }

    /// `(n, players)`: what the last step paid each seat.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.rewards.bind(py).clone()
    }

    /// `(n, players)`: the points after the last step; where a game ended, its final ones.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u16>> {
        self.points.bind(py).clone()
    }

    /// `(n,)`: whether the last step ended a game.
    #[getter]
    fn done<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.done.bind(py).clone()
    }

    /// `(n,)`: the seat that decides.
    #[getter]
    fn to_act<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.to_act.bind(py).clone()
    }

    fn __len__(&self) -> usize {
        self.batch.games()
    }
}
