namespace RgPolicy.Dbms.SqlServer.Statistics;

/// <summary>What the Query Store of a database has counted of one query, over all its plans.</summary>
internal sealed record CountedQuery(
    string Database,
    long Hash,
    long PlanId,
    double PlanSeconds,
    long Executions,
    double Seconds,
    double Longest,
    double CpuSeconds,
    double ReadBytes
)
{
    public long TextId { get; init; }

    /// <summary>Hours of the day, UTC, in which executions ended: bit 0 is from midnight to one; 0 where that is not
    /// told.</summary>
    public int Hours { get; init; }

    /// <summary>Its text, without the list of its parameters; null where it was not read.</summary>
    public string? Text { get; init; }

    public bool IsCut { get; init; }

    public CountedQuery With(CountedQuery other)
    {
        var main = other.PlanSeconds > PlanSeconds ? other : this;
        return main with
        {
            Executions = Executions + other.Executions,
            Seconds = Seconds + other.Seconds,
            Longest = Math.Max(Longest, other.Longest),
            CpuSeconds = CpuSeconds + other.CpuSeconds,
            ReadBytes = ReadBytes + other.ReadBytes,
        };
    }
}
