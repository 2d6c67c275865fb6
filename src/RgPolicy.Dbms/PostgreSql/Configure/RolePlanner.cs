using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Dbms.Configure;
using RgPolicy.Engine.Configure;

namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>Makes plans: what has to be done so that the settings of roles are as they should be.</summary>
internal sealed class RolePlanner(string target, ServerIdentity server)
{
    private const string Kind = "role_setting";
    private const string NextSession = "next_session";

    /// <summary>Toward what a policy asks for. What somebody else set is left alone.</summary>
    public ChangePlan Toward(RoleSettingsCompilation compilation, string revision, RoleState actual)
    {
        var (goal, left) = LeaveOthers(compilation.Settings, actual);
        ImmutableArray<string> refusals = [.. compilation.NotEnforced.Where(item => item.Required)
            .Select(item => $"`{item.Setting}` of class {item.Class} is required, and {item.Reason}")];
        var plan = Plan(actual, goal);
        return ChangePlanFile.Seal(plan with
        {
            Revision = revision,
            NotEnforced = [.. compilation.NotEnforced.Select(item => new UnenforcedItem(item.Setting, item.Class, item.Reason))],
            Warnings = [.. compilation.Warnings, .. left],
            Refusals = refusals,
            Steps = refusals.IsEmpty ? plan.Steps : [],
        });
    }

    /// <summary>Back to settings that were there before; an empty state is none.</summary>
    public ChangePlan Back(RoleState before, RoleState actual) => ChangePlanFile.Seal(Plan(actual, before));

    /// <summary>Recognises all settings, those of others included.</summary>
    public static string DigestOf(RoleState state) => ChangePlanFile.DigestOf(JsonSerializer.SerializeToUtf8Bytes(state, RoleJson.Default.RoleState));

    private ChangePlan Plan(RoleState actual, RoleState goal)
    {
        var changes = Changes(actual.Own(), goal).ToImmutableArray();
        return new ChangePlan
        {
            Target = target,
            Server = server,
            Changes = changes,
            Steps = RoleScript.InOneTransaction(changes.SelectMany(change => change.Sql)),
            StateDigest = DigestOf(actual),
            Goal = JsonSerializer.SerializeToElement(goal, RoleJson.Default.RoleState),
        };
    }

    private static (RoleState Goal, ImmutableArray<string> Left) LeaveOthers(ImmutableArray<RoleSettings> wanted, RoleState actual)
    {
        var (goal, left) = (ImmutableArray.CreateBuilder<RoleSettings>(), ImmutableArray.CreateBuilder<string>());
        var own = actual.Own();
        foreach (var row in wanted)
        {
            var theirs = row.Values.Keys.Where(name => actual.Values(row).ContainsKey(name) && !own.Values(row).ContainsKey(name)).ToList();
            left.AddRange(theirs.Select(name => $"{row.Role} in {row.Database}: somebody else set {name}; it is left as it is."));
            if (row.Values.RemoveRange(theirs) is { IsEmpty: false } values)
            {
                goal.Add(row with { Values = values });
            }
        }

        var ordered = goal.OrderBy(row => row.Role, StringComparer.Ordinal).ThenBy(row => row.Database, StringComparer.Ordinal);
        return (new RoleState([.. ordered]), left.ToImmutable());
    }

    private static IEnumerable<ConfigurationChange> Changes(RoleState from, RoleState to)
    {
        var places = from.Settings.Concat(to.Settings).DistinctBy(row => (row.Role, row.Database));
        foreach (var place in places)
        {
            var (before, after) = (place with { Values = from.Values(place) }, place with { Values = to.Values(place) });
            var sql = RoleScript.Of(before, after);
            var action = sql.IsEmpty ? ConfigurationChange.None : before.Values.IsEmpty ? ConfigurationChange.Create
                : after.Values.IsEmpty ? ConfigurationChange.Drop : ConfigurationChange.Alter;
            yield return new ConfigurationChange(
                action, Kind, $"{place.Role} in {place.Database}", Element(before), Element(after), sql, NextSession, "read when a session begins");
        }
    }

    private static JsonElement? Element(RoleSettings settings) => settings.Values.IsEmpty
        ? null : JsonSerializer.SerializeToElement(settings.Values, RoleJson.Default.ImmutableSortedDictionaryStringString);
}
