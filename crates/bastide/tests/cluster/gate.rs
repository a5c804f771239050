//! A line that can be cut: stands between a node and an engine.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// A port that leads to another, as long as it is open.
pub(crate) struct Gate {
    pub(crate) port: u16,
    cut: Arc<AtomicBool>,
    lines: Arc<Mutex<Vec<TcpStream>>>,
}

impl Gate {
    pub(crate) fn to(target: u16) -> Gate {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let cut = Arc::new(AtomicBool::new(false));
        let lines: Arc<Mutex<Vec<TcpStream>>> = Arc::default();
        let (is_cut, open) = (Arc::clone(&cut), Arc::clone(&lines));
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if is_cut.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(other) = TcpStream::connect(("127.0.0.1", target)) else { continue };
                let _ = (stream.set_nodelay(true), other.set_nodelay(true));
                let mut lines = open.lock().unwrap();
                lines.push(stream.try_clone().unwrap());
                lines.push(other.try_clone().unwrap());
                pump(stream.try_clone().unwrap(), other.try_clone().unwrap());
                pump(other, stream);
            }
        });
        Gate { port, cut, lines }
    }

    /// Nothing goes through any more.
    pub(crate) fn cut(&self) {
        self.cut.store(true, Ordering::SeqCst);
        for line in self.lines.lock().unwrap().drain(..) {
            let _ = line.shutdown(Shutdown::Both);
        }
    }

    /// It does again.
    pub(crate) fn mend(&self) {
        self.cut.store(false, Ordering::SeqCst);
    }
}

fn pump(mut from: TcpStream, mut to: TcpStream) {
    std::thread::spawn(move || {
        let mut buffer = [0; 16 * 1024];
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            if to.write_all(&buffer[..length]).is_err() {
                break;
            }
        }
        let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
    });
}
