"""Heads of a net beside the expected score: how sure the result is, and where the points still to come are from.

They read what the net has worked out anyway and change nothing of it, so they are fitted after everything else:

    python3 training/heads.py --net crates/bots/weights/base.net base-2.sam base-3.sam …

writes the net again with new heads. The points by source are a linear fit; how sure the result is, is what makes the winners of
the games most likely. Format: crates/bots/src/net/mod.rs; recipe: training/README.md.
"""

import argparse
import copy
import struct

import numpy as np
import torch

import learn

# As crates/bots/src/net/eye.rs has them.
WIDTH_OF_SPREAD, AT_END = 1.25, 0.4
DOUBT_LOW, DOUBT_HIGH = 0.4, 2.5


def looked_at(net, part, index):
    """What heads read, (positions, players, numbers): both layers, the dense inputs in points, and one."""
    players = part["players"]
    sparse = part["sparse"][index].long() & 0xFFFF
    dense = part["dense"][index].float()
    n = len(index)
    first, second, fix = net.layers(sparse.reshape(n * players, -1), dense.reshape(n * players, -1))
    one = torch.ones(n * players, 1)
    read = torch.cat([first, second, dense.reshape(n * players, -1) / 8, one], dim=1)
    return read.reshape(n, players, -1), part["judged"][index] + fix.reshape(n, players)


def chances(scores, spread, doubt, skew):
    """The chance of each seat to win, as the program works it out."""
    players = scores.shape[1]
    scores = scores + skew
    best = torch.stack([
        torch.cat([scores[:, :seat], scores[:, seat + 1:]], dim=1).max(dim=1).values for seat in range(players)
    ], dim=1)
    factor = (1 + doubt.mean(dim=1, keepdim=True)).clamp(DOUBT_LOW, DOUBT_HIGH)
    lead = (scores - best) / (WIDTH_OF_SPREAD * spread[:, None] * factor)
    chance = 0.5 * (1 + lead / (1 + lead * lead).sqrt())
    return chance / chance.sum(dim=1, keepdim=True)


def shared_wins(result):
    won = (result == result.max(dim=1, keepdim=True).values).float()
    return won / won.sum(dim=1, keepdim=True)


def surprise(guess, won):
    return -(won * guess.clamp(1e-4, 1).log()).sum(dim=1).mean()


def fit(net, data, spread, limit=600_000, steps=600):
    """The heads of a net, (outputs, numbers read): one for each source of points, then doubt and skew. Prints how good they are
    on the last tenth of each file."""
    spread = torch.tensor(spread).clamp(min=AT_END)
    net = copy.deepcopy(net).cpu().requires_grad_(False)
    here = lambda value: value.cpu() if torch.is_tensor(value) else value
    data = [{name: here(value) for name, value in part.items()} for part in data]
    read, scores, games = [], [], []
    for part in data:
        count = len(part["turns"])
        step = max(1, count // limit)
        index = torch.arange(0, count, step)
        chunks = [looked_at(net, part, chunk) for chunk in index.split(8192)]
        read.append(torch.cat([chunk[0] for chunk in chunks]))
        scores.append(torch.cat([chunk[1] for chunk in chunks]))
        games.append((part["came"][index].float(), shared_wins(part["result"][index]),
                      spread[part["turns"][index].clamp(max=len(spread) - 1)]))
    learnt = [slice(0, int(len(part) * 0.9)) for part in read]
    kept = [slice(int(len(part) * 0.9), None) for part in read]

    width = read[0].shape[2]
    gram, moment = torch.eye(width, dtype=torch.float64), 0
    for inputs, (came, _, _), rows in zip(read, games, learnt):
        flat = inputs[rows].reshape(-1, width).double()
        gram += flat.T @ flat
        moment = moment + flat.T @ came[rows].reshape(len(flat), -1).double()
    sources = torch.linalg.solve(gram, moment).T.float()
    for inputs, (came, _, _), rows in zip(read, games, kept):
        off = inputs[rows] @ sources.T - came[rows]
        plain = came[rows] - came[rows].mean(dim=(0, 1))
        print(f"{inputs.shape[1]} players: points by source off by",
              " ".join(f"{a:.2f} (of {b:.2f})" for a, b in zip(off.pow(2).mean(dim=(0, 1)).sqrt().tolist(),
                                                             plain.pow(2).mean(dim=(0, 1)).sqrt().tolist())))

    # Everything of about one size, so that it is learnt at one rate; what never changes says nothing, but for the last, which is one.
    flat = torch.cat([part.reshape(-1, width) for part in read])
    middle, size = flat.mean(dim=0), flat.std(dim=0)
    size[size < 1e-3] = torch.inf
    middle[-1], size[-1] = 0, 1
    sure = torch.zeros(2, width, requires_grad=True)
    optimiser = torch.optim.Adam([sure])

    def judged(which, rows):
        inputs, (_, won, width_then) = read[which][rows], games[which]
        doubt, skew = (((inputs - middle) / size) @ sure.T).unbind(dim=2)
        return surprise(chances(scores[which][rows], width_then[rows], doubt, skew), won[rows])

    shares = torch.tensor([float(len(part)) for part in read])
    with torch.no_grad():
        before = [float(judged(which, rows)) for which, rows in enumerate(kept)]
    for step in range(steps):
        which = int(torch.multinomial(shares, 1))
        rows = torch.randint(0, learnt[which].stop, (16384,))
        for group in optimiser.param_groups:
            group["lr"] = 0.02 * (1 - step / steps)
        loss = judged(which, rows) + 1e-4 * sure.pow(2).sum()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    with torch.no_grad():
        for part, old, (which, rows) in zip(read, before, enumerate(kept)):
            print(f"{part.shape[1]} players: surprise at who wins {old:.4f} before, {float(judged(which, rows)):.4f} now")
        sure = sure / size
        sure[:, -1] -= sure @ middle
        return torch.cat([sources, sure])


def as_bytes(heads):
    """The end of a net's file: how many sources, then for each head its weights and its bias."""
    numbers = heads.double().numpy()
    layers, dense = numbers[:, : learn.WIDTH + learn.HIDDEN], numbers[:, learn.WIDTH + learn.HIDDEN : -1]
    whole = lambda values, scale: np.clip(np.round(values * scale), -32768, 32767).astype("<i2")
    out = struct.pack("<H", len(numbers) - 2)
    for row in range(len(numbers)):
        # Activations are in 64ths and dense inputs in eighths of a point; heads answer in 16384ths.
        out += whole(layers[row], 256).tobytes() + whole(dense[row], 2048).tobytes()
        out += struct.pack("<i", int(np.round(numbers[row, -1] * 16384)))
    return out


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("samples", nargs="+")
    arguments.add_argument("--net", required=True, help="the net that gets new heads")
    arguments.add_argument("--limit", type=int, default=None, help="samples read from each file")
    args = arguments.parse_args()
    torch.manual_seed(1)
    data, inputs, dense = learn.load_data(args.samples, torch.device("cpu"), args.limit)
    net = learn.Net(inputs, dense)
    end = net.load(args.net)
    with open(args.net, "rb") as file:
        old = file.read()
    spread = (np.frombuffer(old, dtype="<u2", count=learn.SPREADS, offset=14) / 16).astype(np.float32)
    heads = fit(net, data, spread)
    with open(args.net, "wb") as file:
        file.write(old[:4] + struct.pack("<H", learn.VERSION) + old[6:end] + as_bytes(heads))


if __name__ == "__main__":
    main()
