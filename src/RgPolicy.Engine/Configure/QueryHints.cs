using System.Collections.Immutable;
using System.Globalization;
using System.Numerics;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Configure;

/// <summary>
/// What of a policy becomes hints of a SQL Server's Query Store: <c>maxdop</c> and <c>grant</c> of the classes that ask what the session
/// alone does not tell. What a running request alone tells is left out: it is another one at each execution.
/// </summary>
public static class QueryHints
{
    private const int MostWorkers = 64;
    private const int GrantDecimals = 2;

    /// <summary>The hint of each class, by its index; null where there is none.</summary>
    public static ImmutableArray<string?> Of(PolicyProgram program)
    {
        ArgumentNullException.ThrowIfNull(program);
        var asking = ClassifierCompiler.Undecided(program).Where(item => !AsksRequest(item.Condition)).ToHashSet();
        return [.. program.Policy.Classes.Select(item => asking.Contains(item) ? Text(item.Pool) : null)];
    }

    private static bool AsksRequest(Condition? condition) => condition is not null && (ConditionCompiler.Compile(condition).Signals & SignalMasks.Request) != 0;

    private static string? Text(Pool pool)
    {
        var hints = new List<string>();
        if (pool.Find(SettingName.Maxdop) is { Value: AmountValue { Amount: var dop } } && dop >= 1)
        {
            hints.Add(string.Create(CultureInfo.InvariantCulture, $"MAXDOP {BigInteger.Min(dop.Floor(), MostWorkers)}"));
        }

        if (pool.Find(SettingName.Grant) is { Value: AmountValue { Type: SignalType.Percent } grant })
        {
            hints.Add(string.Create(CultureInfo.InvariantCulture, $"MAX_GRANT_PERCENT = {PoolSpecs.Rounded(grant.Amount, GrantDecimals)}"));
        }

        return hints.Count == 0 ? null : $"OPTION ({string.Join(", ", hints)})";
    }
}
