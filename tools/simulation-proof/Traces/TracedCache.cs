using System.Numerics;

namespace RgPolicy.SimulationProof.Traces;

/// <summary>A cache line by line: any way answers, only the ways of a mask are filled.</summary>
internal sealed class TracedCache
{
    private readonly int _sets;
    private readonly int _ways;
    private readonly ulong[] _lines;
    private readonly IReplacement _replacement;

    public TracedCache(int sets, int ways, IReplacement replacement)
    {
        (_sets, _ways, _replacement) = (sets, ways, replacement);
        _lines = new ulong[sets * ways];
    }

    /// <summary>Reads a line; its number is above 0.</summary>
    /// <returns>True where it was there.</returns>
    public bool Read(ulong line, ulong mask)
    {
        var set = SetOf(line);
        var ways = _lines.AsSpan(set * _ways, _ways);
        var way = ways.IndexOf(line);
        var isThere = way >= 0;
        if (!isThere)
        {
            way = Free(ways, mask);
            way = way >= 0 ? way : _replacement.Victim(set, mask);
            ways[way] = line;
        }

        _replacement.Touch(set, way);
        return isThere;
    }

    // Processors hash addresses, so that neighbours need not be in neighbouring sets.
    private int SetOf(ulong line)
    {
        var mixed = line * 0x9E3779B97F4A7C15;
        mixed = (mixed ^ (mixed >> 32)) * 0xD6E8FEB86659FD93;
        return (int)((mixed ^ (mixed >> 29)) % (ulong)_sets);
    }

    private static int Free(ReadOnlySpan<ulong> ways, ulong mask)
    {
        for (var left = mask; left != 0; left &= left - 1)
        {
            var way = BitOperations.TrailingZeroCount(left);
            if (ways[way] == 0)
                return way;
        }

        return -1;
    }
}
