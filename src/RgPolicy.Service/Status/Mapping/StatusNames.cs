using System.Text.Json;
using RgPolicy.Engine.Allot;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>Names as documents and people see them.</summary>
internal static class StatusNames
{
    /// <summary>A level's word on the command line and in JSON.</summary>
    public static string Level(GovernorLevel level) =>
        level switch
        {
            GovernorLevel.Enforce => "enforce",
            GovernorLevel.Advise => "advise",
            _ => "observe",
        };

    /// <summary>The name of a pool by its number towards the sidecar; the number itself where no pool has it.</summary>
    public static string Pool(PolicyProgram program, int poolNumber)
    {
        return program
                .Pools.Concat(program.ThrottlingPools)
                .FirstOrDefault(pool => pool.Number == poolNumber)
                ?.Pool.Name
            ?? poolNumber.ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>The name of the pool that a query is in: its class's while it is not throttled, or the
    /// one it was moved to.</summary>
    public static string Pool(PolicyProgram program, int poolNumber, int classIndex)
    {
        var own = program.PoolOf(classIndex);
        return poolNumber == 0 || own.Number == poolNumber
            ? own.Pool.Name
            : Name(program, program.ThrottlingPools.First(pool => pool.Number == poolNumber));
    }

    private static string Name(PolicyProgram program, PoolAllotment pool) =>
        pool.PartOf is null ? pool.Pool.Name : program.Pools[pool.Pool.Index].Pool.Name;
}

/// <summary>Durations in documents that are written member by member.</summary>
internal static class Numbers
{
    /// <summary>The quantiles of a histogram in seconds with its count; null where nothing was counted.</summary>
    public static void WriteQuantiles(Utf8JsonWriter json, string name, DurationHistogram histogram)
    {
        json.WritePropertyName(name);
        if (StatusMapper.Quantiles(DurationSummary.Of(histogram)) is { } quantiles)
            JsonSerializer.Serialize(json, quantiles, DocumentFormat.Quantiles);
        else
            json.WriteNullValue();
    }
}
