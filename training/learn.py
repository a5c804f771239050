"""Learns a net from samples of self-play (`bastide train`) and writes it as the program reads it.

Formats: crates/bots/src/net/mod.rs (nets), crates/bots/src/train.rs (samples). Recipe: training/README.md.
"""

import argparse
import json
import os
import struct
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

WIDTH, HIDDEN, CLIP, SPREADS = 32, 32, 255 / 64, 32
VERSION = 2
ROW_LIMIT = 127 / 64


def read_samples(path, limit=None):
    """One file of samples as numpy arrays, and its sizes."""
    with open(path, "rb") as file:
        head = file.read(16)
    if head[:4] != b"BSAM":
        raise SystemExit(f"{path}: no file of samples")
    version, players, inputs, most, dense, sources = struct.unpack("<6H", head[4:])
    if version != 2:
        raise SystemExit(f"{path}: version {version}, 2 is known")
    kind = np.dtype([
        ("sparse", "<u2", (players, most)),
        ("dense", "<i2", (players, dense)),
        ("judged", "<f4", (players,)),
        ("target", "<f4", (players,)),
        ("result", "<f4", (players,)),
        ("came", "<u2", (players, sources)),
        ("turns", "<u2"),
    ])
    samples = np.fromfile(path, dtype=kind, offset=16, count=-1 if limit is None else limit)
    return samples, inputs, dense


class Net(nn.Module):
    def __init__(self, inputs, dense):
        super().__init__()
        self.inputs = inputs
        self.rows = nn.Embedding(inputs + 1, WIDTH, padding_idx=inputs)
        self.direct = nn.Embedding(inputs + 1, 1, padding_idx=inputs)
        self.dense = nn.Linear(dense, WIDTH)
        self.second = nn.Linear(WIDTH, HIDDEN)
        self.last = nn.Linear(HIDDEN, 1)
        with torch.no_grad():
            self.rows.weight.normal_(0, 0.05)
            self.rows.weight[inputs] = 0
            self.direct.weight.zero_()
            self.dense.weight.normal_(0, 0.1)
            self.dense.bias.fill_(0.3)
            self.last.weight.normal_(0, 0.02)
            self.last.bias.zero_()

    def forward(self, sparse, dense):
        """Corrections in points; sparse: (n, most), dense: (n, dense) in eighths of a point."""
        return self.layers(sparse, dense)[2]

    def layers(self, sparse, dense):
        """What both layers say, and the corrections."""
        # Counting the inputs and one product of matrices is far faster on a GPU than gathering and scattering rows.
        counts = torch.zeros(len(sparse), self.inputs + 1, device=sparse.device)
        counts.scatter_add_(1, sparse, torch.ones_like(sparse, dtype=torch.float32))
        sums = counts[:, : self.inputs] @ torch.cat([self.rows.weight, self.direct.weight], dim=1)[: self.inputs]
        first = (sums[:, :WIDTH] + self.dense(dense / 128)).clamp(0, CLIP)
        second = self.second(first).clamp(0, CLIP)
        return first, second, 4 * self.last(second)[:, 0] + sums[:, WIDTH]

    def load(self, path):
        """Takes the numbers of a net as the program reads it, rounded as they are there. Returns where its heads begin."""
        with open(path, "rb") as file:
            data = file.read()
        sizes = struct.unpack("<4H", data[6:14])
        if sizes != (self.inputs, self.dense.in_features, WIDTH, HIDDEN):
            raise SystemExit(f"{path}: the sizes are {sizes}")
        at = 14 + 2 * SPREADS

        def take(kind, shape, scale):
            nonlocal at
            count = int(np.prod(shape))
            values = np.frombuffer(data, dtype=kind, count=count, offset=at).astype(np.float32) / scale
            at += count * np.dtype(kind).itemsize
            return torch.from_numpy(values.reshape(shape))

        with torch.no_grad():
            self.rows.weight[:-1] = take("i1", (self.inputs, WIDTH), 64)
            self.direct.weight[:-1] = take("<i2", (self.inputs, 1), 64)
            self.dense.weight.copy_(take("<i2", (self.dense.in_features, WIDTH), 64).t())
            self.dense.bias.copy_(take("<i2", (WIDTH,), 64))
            self.second.weight.copy_(take("<i2", (HIDDEN, WIDTH), 256))
            self.second.bias.copy_(take("<i4", (HIDDEN,), 16384))
            self.last.weight.copy_(take("<i2", (1, HIDDEN), 256))
            self.last.bias.copy_(take("<i4", (1,), 4 * 4096))
        return at

    def limit(self):
        """Keeps what is quantised inside its range."""
        with torch.no_grad():
            self.rows.weight.clamp_(-ROW_LIMIT, ROW_LIMIT)
            self.rows.weight[self.inputs] = 0
            self.direct.weight[self.inputs] = 0


def load_data(paths, device, limit):
    data = []
    for path in paths:
        samples, inputs, dense = read_samples(path, limit)
        if len(samples) == 0:
            continue
        to = lambda name, kind: torch.from_numpy(np.ascontiguousarray(samples[name]).astype(kind)).to(device)
        data.append({
            # Kept in 16 bits on the device; made wider batch by batch.
            "sparse": to("sparse", np.int16),
            "dense": to("dense", np.int16),
            "judged": to("judged", np.float32),
            "target": to("target", np.float32),
            "result": to("result", np.float32),
            "came": to("came", np.int16),
            "turns": to("turns", np.int64),
            "players": samples["judged"].shape[1],
        })
    return data, inputs, dense


def centred(values):
    return values - values.mean(dim=1, keepdim=True)


def predict(net, part, index):
    """Expected scores of all seats, (batch, players)."""
    players = part["players"]
    sparse = part["sparse"][index].long() & 0xFFFF
    dense = part["dense"][index].float()
    n = len(index)
    fix = net(sparse.reshape(n * players, -1), dense.reshape(n * players, -1))
    return part["judged"][index] + fix.reshape(n, players)


def loss_of(net, part, index, mix, own):
    guess = predict(net, part, index)
    goal = mix * part["target"][index] + (1 - mix) * part["result"][index]
    apart = F.huber_loss(centred(guess), centred(goal), delta=25.0)
    return apart + own * F.huber_loss(guess, goal, delta=25.0)


def train(net, data, args, device, curve):
    parts = [(part, len(part["turns"])) for part in data]
    # A share of each file, its end, is kept apart for the curve.
    held = [torch.arange(int(n * 0.97), n, device=device)[:30_000] for _, n in parts]
    sizes = [int(n * 0.97) for _, n in parts]
    steps = max(1, int(sum(sizes) * args.epochs / args.batch))
    optimiser = torch.optim.AdamW([
        {"params": [net.rows.weight, net.direct.weight], "weight_decay": args.decay},
        {"params": list(net.dense.parameters()) + list(net.second.parameters()) + list(net.last.parameters()),
         "weight_decay": 0.0},
    ], lr=args.rate, betas=(0.9, 0.99))
    shares = torch.tensor(sizes, dtype=torch.float) / sum(sizes)
    begin = time.time()
    average = {name: value.detach().clone() for name, value in net.state_dict().items()}
    done = steps
    for step in range(steps):
        if args.seconds and time.time() - begin > args.seconds:
            done = step
            break
        progress = step / steps if not args.seconds else max(step / steps, (time.time() - begin) / args.seconds)
        rate = args.rate * min(1, (step + 1) / 100) * (1 - 0.95 * progress)
        for group in optimiser.param_groups:
            group["lr"] = rate
        which = int(torch.multinomial(shares, 1))
        index = torch.randint(0, sizes[which], (args.batch,), device=device)
        loss = loss_of(net, parts[which][0], index, args.mix, args.own)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        net.limit()
        keep = min(0.999, (step + 1) / (step + 10))
        with torch.no_grad():
            torch._foreach_lerp_(list(average.values()), list(net.state_dict().values()), 1 - keep)
    net.load_state_dict(average)
    net.limit()
    rows = []
    with torch.no_grad():
        for (part, _), index in zip(parts, held):
            if len(index) == 0:
                continue
            guess, plain, real = [], [], part["result"][index]
            for chunk in index.split(8192):
                guess.append(predict(net, part, chunk))
            guess = torch.cat(guess)
            plain = part["judged"][index]
            error = lambda scores: float((centred(scores) - centred(real)).pow(2).mean().sqrt())
            rows.append({"players": part["players"], "samples": len(part["turns"]), "judge": error(plain), "net": error(guess)})
    line = {"steps": done, "seconds": round(time.time() - begin, 1), "held": rows}
    curve.append(line)
    print(json.dumps(line), flush=True)


def spreads(net, data):
    """How far results are off, by own turns left: the root mean square of the margin's error, two players first."""
    part = min(data, key=lambda part: part["players"])
    n = min(len(part["turns"]), 400_000)
    index = torch.randperm(len(part["turns"]), device=part["turns"].device)[:n]
    errors, counts = torch.zeros(SPREADS), torch.zeros(SPREADS)
    with torch.no_grad():
        for chunk in index.split(8192):
            guess, real = predict(net, part, chunk), part["result"][chunk]
            off = ((guess[:, 0] - guess[:, 1]) - (real[:, 0] - real[:, 1])).pow(2).cpu()
            turns = part["turns"][chunk].clamp(max=SPREADS - 1).cpu()
            errors.index_add_(0, turns, off)
            counts.index_add_(0, turns, torch.ones_like(off))
    result, last = [], 6.0
    for error, count in zip(errors.tolist(), counts.tolist()):
        last = (error / count) ** 0.5 if count > 50 else last
        result.append(last)
    return result


def export(net, spread, heads, path):
    """Writes the net as the program reads it; its heads are bytes already."""
    whole = lambda tensor, scale, low, high: (
        (tensor.detach().cpu().double() * scale).round().clamp(low, high).numpy())
    i16 = lambda tensor, scale: whole(tensor, scale, -32768, 32767).astype("<i2").tobytes()
    i32 = lambda tensor, scale: whole(tensor, scale, -2**31, 2**31 - 1).astype("<i4").tobytes()
    with open(path, "wb") as file:
        file.write(b"BNET" + struct.pack("<5H", VERSION, net.inputs, net.dense.in_features, WIDTH, HIDDEN))
        file.write(np.clip(np.round(np.array(spread) * 16), 1, 65535).astype("<u2").tobytes())
        file.write(whole(net.rows.weight[:-1], 64, -127, 127).astype("i1").tobytes())
        file.write(i16(net.direct.weight[:-1, 0], 64))
        file.write(i16(net.dense.weight.t().contiguous(), 64))
        file.write(i16(net.dense.bias, 64))
        file.write(i16(net.second.weight, 256))
        file.write(i32(net.second.bias, 16384))
        file.write(i16(net.last.weight[0], 256))
        file.write(i32(net.last.bias, 4 * 4096))
        file.write(heads)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("samples", nargs="+")
    arguments.add_argument("--from", dest="begin", help="a checkpoint to go on from, or a net")
    arguments.add_argument("--checkpoint", help="where the checkpoint goes")
    arguments.add_argument("--net", required=True, help="where the net goes")
    arguments.add_argument("--curve", help="a JSON file to which the errors are added")
    arguments.add_argument("--epochs", type=float, default=2.0)
    arguments.add_argument("--seconds", type=float, default=0)
    arguments.add_argument("--batch", type=int, default=4096)
    arguments.add_argument("--rate", type=float, default=2e-3)
    arguments.add_argument("--decay", type=float, default=0.05)
    arguments.add_argument("--mix", type=float, default=1.0, help="weight of the TD target against the result")
    arguments.add_argument("--own", type=float, default=0.1, help="weight of scores themselves beside differences")
    arguments.add_argument("--limit", type=int, default=None, help="samples read from each file")
    arguments.add_argument("--seed", type=int, default=1)
    args = arguments.parse_args()
    torch.manual_seed(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    data, inputs, dense = load_data(args.samples, device, args.limit)
    net = Net(inputs, dense).to(device)
    if args.begin and os.path.exists(args.begin):
        net.load(args.begin) if args.begin.endswith(".net") else net.load_state_dict(torch.load(args.begin, map_location=device))
    curve = []
    if args.curve and os.path.exists(args.curve):
        with open(args.curve) as file:
            curve = json.load(file)
    train(net, data, args, device, curve)
    import heads  # which reads nets with what is here
    spread = spreads(net, data)
    export(net, spread, heads.as_bytes(heads.fit(net, data, spread)), args.net)
    if args.checkpoint:
        torch.save(net.state_dict(), args.checkpoint)
    if args.curve:
        with open(args.curve, "w") as file:
            json.dump(curve, file, indent=1)


if __name__ == "__main__":
    main()
