using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Allot;

/// <summary>What kind of levers a target offers.</summary>
internal static class TargetLevers
{
    /// <summary>True where a query has processes or threads of its own that the host can put elsewhere.</summary>
    public static bool MovesProcesses(TargetProfile target) =>
        target.OperatingSystem == "linux" && target.DbmsKind is "postgresql" or "mysql" or "mariadb";

    /// <summary>True where a query is ended with its session, because there is no other way.</summary>
    public static bool EndsSessions(TargetProfile target) => target.DbmsKind == "sqlserver";
}
