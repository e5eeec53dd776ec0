const std = @import("std");
const List = struct { items: [20][2]i64 = undefined, len: usize = 0 };

fn worst(gang: []const [2]i64, points: i64) i64 {
    if (gang.len == 0) return 0;
    const rest = worst(gang[1..], points);
    if (gang[0][1] > points) return rest;
    return @max(rest, gang[0][0] + gang[0][1] + worst(gang[1..], points - gang[0][1]));
}

fn parse(line: []const u8) List {
    var found = List{};
    var words = std.mem.tokenizeAny(u8, line, "[], \r");
    while (words.next()) |word| {
        found.items[found.len] = .{ std.fmt.parseInt(i64, word, 10) catch 0, std.fmt.parseInt(i64, words.next().?, 10) catch 0 };
        found.len += 1;
    }
    return found;
}

pub fn main() void {
    var buffer: [4096]u8 = undefined;
    var size: usize = 0;
    while (true) {
        const got = std.os.linux.read(0, buffer[size..].ptr, buffer.len - size);
        if (got == 0) break;
        size += got;
    }
    var lines = std.mem.splitScalar(u8, buffer[0..size], '\n');
    const a = parse(lines.next().?);
    const d = parse(lines.next().?);
    const m = a.len + 1;
    var total: usize = 1;
    for (0..d.len) |_| total *= m;
    var best: i64 = std.math.minInt(i64);
    var found: usize = 0;
    for (0..total) |code| {
        var gangs = [_]List{.{}} ** 21;
        var rest = code;
        for (d.items[0..d.len]) |y| {
            const g = &gangs[rest % m];
            g.items[g.len] = y;
            g.len += 1;
            rest /= m;
        }
        var score: i64 = 0;
        for (a.items[0..a.len], 1..) |x, j| {
            const gang = gangs[j].items[0..gangs[j].len];
            if (gang.len == 0) {
                score -= x[0];
                continue;
            }
            var force: i64 = 0;
            for (gang) |y| force += y[0];
            if (force >= x[1]) score += 2 * (x[0] + x[1]);
            score -= 2 * worst(gang, x[0]);
        }
        if (score > best) {
            best = score;
            found = code;
        }
    }
    var out: [64]u8 = undefined;
    for (0..d.len) |i| {
        if (found % m > 0) {
            const text = std.fmt.bufPrint(&out, "[{d}, {d}]\n", .{ i, found % m - 1 }) catch unreachable;
            _ = std.os.linux.write(1, text.ptr, text.len);
        }
        found /= m;
    }
}
