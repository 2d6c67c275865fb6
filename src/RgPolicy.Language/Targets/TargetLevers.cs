namespace RgPolicy.Language.Targets;

/// <summary>What kind of levers a target offers.</summary>
public static class TargetLevers
{
    /// <summary>The least safe CPU weight, percent of the highest: below it a process that holds a latch that others need
    /// is starved (measured).</summary>
    public const int LowestWeightPercent = 5;

    /// <summary>The weight of a pool that has none written.</summary>
    public const int UsualWeight = 100;

    private const int FirstWithHints = 16;

    /// <summary>True where a query has processes or threads of its own that the host can put elsewhere.</summary>
    /// <param name="target">The target.</param>
    public static bool MovesProcesses(TargetProfile target) =>
        target.OperatingSystem == "linux" && target.DbmsKind is "postgresql" or "mysql" or "mariadb";

    /// <summary>True where a statement can be given a hint for its later executions: SQL Server from 2022 on.</summary>
    /// <param name="target">The target.</param>
    public static bool TakesHints(TargetProfile target) =>
        target is { DbmsKind: "sqlserver", DbmsVersion: { IsDefaultOrEmpty: false } and [>= FirstWithHints, ..] };

    /// <summary>True where a query is ended with its session, because there is no other way.</summary>
    /// <param name="target">The target.</param>
    public static bool EndsSessions(TargetProfile target) => target.DbmsKind == "sqlserver";
}
