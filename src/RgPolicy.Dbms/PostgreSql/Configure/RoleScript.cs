using System.Collections.Immutable;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>The statements that lead from one set of own settings to another, all in one transaction.</summary>
internal static class RoleScript
{
    /// <summary>The statements of one role in one database; none where nothing differs.</summary>
    /// <param name="from">RgPolicy's values that are there.</param>
    /// <param name="marker">The marker that is there, or null.</param>
    /// <param name="to">Those that are to be there.</param>
    public static ImmutableArray<string> Of(RoleSettings from, string? marker, RoleSettings to)
    {
        var role = $"ALTER ROLE {PostgresQuote.Name(to.Role)} IN DATABASE {PostgresQuote.Name(to.Database)} ";
        var gone = from.Values.Keys.Where(name => !to.Values.ContainsKey(name)).ToList();
        var set = to
            .Values.Where(each => !from.Values.TryGetValue(each.Key, out var before) || before != each.Value)
            .ToList();
        var wanted = to.Values.IsEmpty ? null : OwnedSettings.MarkerOf(to);
        return gone.Count == 0 && set.Count == 0 && marker == wanted
            ? []
            :
            [
                .. gone.Select(name => $"{role}RESET {PostgresQuote.Setting(name)};"),
                .. set.Select(each =>
                    $"{role}SET {PostgresQuote.Setting(each.Key)} TO {PostgresQuote.Text(each.Value)};"
                ),
                wanted is null
                    ? $"{role}RESET {OwnedSettings.Marker};"
                    : $"{role}SET {OwnedSettings.Marker} TO {PostgresQuote.Text(wanted)};",
            ];
    }

    /// <summary>All of them, so that either all are done or none.</summary>
    public static ImmutableArray<ChangeStep> InOneTransaction(IEnumerable<string> statements)
    {
        ImmutableArray<ChangeStep> steps = [.. statements.Select(sql => new ChangeStep(sql))];
        return steps.IsEmpty ? [] : [new ChangeStep("BEGIN;"), .. steps, new ChangeStep("COMMIT;")];
    }
}
