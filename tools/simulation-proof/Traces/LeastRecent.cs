namespace RgPolicy.SimulationProof.Traces;

/// <summary>Exact LRU: the way of the mask that was used longest ago.</summary>
internal sealed class LeastRecent(int sets, int ways) : IReplacement
{
    private readonly long[] _used = new long[sets * ways];
    private long _now;

    public void Touch(int set, int way) => _used[(set * ways) + way] = ++_now;

    public int Victim(int set, ulong mask)
    {
        var (oldest, found) = (long.MaxValue, -1);
        for (var way = 0; way < ways; way++)
        {
            if ((mask & (1UL << way)) != 0 && _used[(set * ways) + way] < oldest)
                (oldest, found) = (_used[(set * ways) + way], way);
        }

        return found;
    }
}
