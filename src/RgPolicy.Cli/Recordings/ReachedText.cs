using System.Globalization;
using RgPolicy.Cli.Live;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Replaying;

namespace RgPolicy.Cli.Recordings;

/// <summary>How many queries of a recording a policy would have reached, and how. SQL Server's running queries keep
/// what they have: there its later executions are reached.</summary>
internal static class ReachedText
{
    /// <summary>True where nothing that runs is changed, whatever a policy says.</summary>
    public static bool IsLater(PolicyProgram program) => RunText.IsReachedLater(program.Target.DbmsKind);

    /// <summary>The number of queries in words.</summary>
    public static string Of(PolicyProgram program, ReplayOutcome outcome)
    {
        if (!IsLater(program))
        {
            return string.Create(CultureInfo.InvariantCulture, $"{outcome.Throttled} would have been throttled");
        }

        var hinted = Hinted(program);
        var queries = outcome.Classes.Where(each => hinted.Contains(each.Class)).Sum(each => each.Queries);
        return string.Create(CultureInfo.InvariantCulture, $"{queries} of classes whose later executions get a hint");
    }

    private static HashSet<string> Hinted(PolicyProgram program)
    {
        if (!TargetLevers.TakesHints(program.Target))
        {
            return [];
        }

        var hints = QueryHints.Of(program);
        return program
            .Policy.Classes.Select((item, index) => hints[index] is null ? null : item.Name)
            .OfType<string>()
            .ToHashSet(StringComparer.Ordinal);
    }
}
