using System.Collections.Immutable;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>
/// What of a policy becomes hints of a SQL Server's Query Store: <c>maxdop</c> and <c>grant</c> of the
/// classes that ask what the session alone does not tell. What a running request alone tells is left
/// out: it is another one at each execution.
/// </summary>
public static class QueryHints
{
    /// <summary>What the hint of each class limits, by its index; null where there is none.</summary>
    public static ImmutableArray<QueryLimits?> Of(PolicyProgram program)
    {
        ArgumentNullException.ThrowIfNull(program);
        var asking = ClassifierCompiler.Undecided(program).Where(item => !AsksRequest(item.Condition)).ToHashSet();
        return [.. program.Policy.Classes.Select(item => asking.Contains(item) ? QueryLimits.Of(item.Pool) : null)];
    }

    private static bool AsksRequest(Condition? condition) =>
        condition is not null && (ConditionCompiler.Compile(condition).Signals & SignalMasks.Request) != 0;
}
