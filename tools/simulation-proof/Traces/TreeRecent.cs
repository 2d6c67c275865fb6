using System.Numerics;

namespace RgPolicy.SimulationProof.Traces;

/// <summary>
/// Tree pseudo-LRU: each node of a binary tree over the ways points to the half that was used less recently; a half
/// without a way of
/// the mask is not entered.
/// </summary>
internal sealed class TreeRecent(int sets, int ways) : IReplacement
{
    private readonly int _leaves = (int)BitOperations.RoundUpToPowerOf2((uint)ways);
    private readonly ulong[] _bits = new ulong[sets];

    public void Touch(int set, int way)
    {
        for (var node = _leaves + way; node > 1; node /= 2)
        {
            // The other half is the older one now.
            var bit = 1UL << (node / 2);
            _bits[set] = node % 2 == 0 ? _bits[set] | bit : _bits[set] & ~bit;
        }
    }

    public int Victim(int set, ulong mask)
    {
        var (node, size) = (1, _leaves);
        while (node < _leaves)
        {
            size /= 2;
            var right = (_bits[set] & (1UL << node)) != 0;
            var next = (node * 2) + (right ? 1 : 0);
            node = (mask & WaysBelow(next, size)) != 0 ? next : next ^ 1;
        }

        return node - _leaves;
    }

    private ulong WaysBelow(int node, int size)
    {
        var first = node;
        while (first < _leaves)
            first *= 2;
        return ((1UL << size) - 1) << (first - _leaves);
    }
}
