namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>Makes plans: what has to be done so that the settings of roles are as they should be.</summary>
internal sealed class RolePlanner(string target, ServerIdentity server)
{
    private const string Kind = "role_setting";
    private const string NextSession = "next_session";

    /// <summary>The changes towards what a policy asks for. What others set is left alone.</summary>
    public ChangePlan Toward(LoginCompilation<RoleSettings> compilation, string revision, RoleCatalog actual) =>
        compilation.Seal(Plan(actual, compilation.Rows), revision);

    /// <summary>Back to settings that were there before, as far as they may still be set; an empty
    /// state is none.</summary>
    public ChangePlan Back(RoleState before, RoleCatalog actual) => ChangePlanFile.Seal(Plan(actual, before.Settings));

    public static ImmutableArray<string> Differences(RoleCatalog actual, RoleState goal) =>
        [
            .. Changes(actual, goal)
                .Where(change => change.Action != ConfigurationChange.None)
                .Select(change => $"the settings of {change.Name} are not as they should be"),
        ];

    /// <summary>Recognises all settings, those of others included, and the roles that are never given any.</summary>
    public static string DigestOf(RoleCatalog actual) =>
        ChangePlanFile.DigestOf([
            .. JsonSerializer.SerializeToUtf8Bytes(actual.State, RoleJson.Default.RoleState),
            .. Encoding.UTF8.GetBytes(string.Join('\n', actual.Protected())),
        ]);

    private ChangePlan Plan(RoleCatalog actual, ImmutableArray<RoleSettings> wanted)
    {
        var (goal, left) = LeaveAlone(wanted, actual);
        var changes = Changes(actual, goal).ToImmutableArray();
        return new ChangePlan
        {
            Target = target,
            Server = server,
            Changes = changes,
            Steps = RoleScript.InOneTransaction(changes.SelectMany(change => change.Sql)),
            Warnings = [.. left, .. OutOfReach(actual)],
            StateDigest = DigestOf(actual),
            Goal = JsonSerializer.SerializeToElement(goal, RoleJson.Default.RoleState),
        };
    }

    /// <summary>Roles where nothing may be set, and settings made by others, stay as they are.</summary>
    private static (RoleState Goal, List<string> Left) LeaveAlone(
        ImmutableArray<RoleSettings> wanted,
        RoleCatalog actual
    )
    {
        var (goal, left, rows) = (new List<RoleSettings>(), new List<string>(), actual.State.ByPlace());
        foreach (var row in wanted)
        {
            if (actual.Obstacle(row.Role, row.Database) is { Length: > 0 } obstacle)
            {
                left.Add($"{row.Role} in {row.Database}: {obstacle}; nothing is set.");
                continue;
            }

            var there = rows.GetValueOrDefault(new RoleInDatabase(row.Role, row.Database), None(row));
            var theirs = row
                .Values.Keys.Where(name =>
                    there.Values.ContainsKey(name) && !OwnedSettings.Of(there).Values.ContainsKey(name)
                )
                .ToList();
            left.AddRange(
                theirs.Select(name => $"{row.Role} in {row.Database}: {name} was set by others and is left as it is.")
            );
            // How much more hash tables may take was asked for beside a memory that is not set now.
            if (theirs.Contains(RoleSettingsCompiler.WorkMemory))
                theirs.Add(RoleSettingsCompiler.HashMultiplier);
            goal.Add(row with { Values = row.Values.RemoveRange(theirs) });
        }

        return (new RoleState([.. InOrder(goal.Where(row => !row.Values.IsEmpty))]), left);
    }

    private static IEnumerable<string> OutOfReach(RoleCatalog actual) =>
        actual
            .State.Settings.Where(row => OwnedSettings.MarkerIn(row) is not null && actual.IsOutOfReach(row.Role))
            .Select(row =>
                $"{row.Role} in {row.Database}: the role is a superuser now, so only a superuser can "
                + "take its settings back."
            );

    private static IEnumerable<ConfigurationChange> Changes(RoleCatalog actual, RoleState goal)
    {
        var (from, to) = (actual.State.ByPlace(), goal.ByPlace());
        var places = actual
            .State.Settings.Where(row => OwnedSettings.MarkerIn(row) is not null && !actual.IsOutOfReach(row.Role))
            .Concat(goal.Settings)
            .DistinctBy(row => new RoleInDatabase(row.Role, row.Database));
        foreach (var row in InOrder(places))
        {
            var place = new RoleInDatabase(row.Role, row.Database);
            yield return Change(from.GetValueOrDefault(place, None(row)), to.GetValueOrDefault(place, None(row)));
        }
    }

    private static ConfigurationChange Change(RoleSettings there, RoleSettings after)
    {
        var before = OwnedSettings.Of(there);
        var sql = RoleScript.Of(before, OwnedSettings.MarkerIn(there), after);
        var action = ConfigurationChange.ActionOf(sql.IsEmpty, !before.Values.IsEmpty, !after.Values.IsEmpty);
        return new ConfigurationChange(
            action,
            Kind,
            $"{after.Role} in {after.Database}",
            Element(before),
            Element(after),
            sql,
            NextSession,
            "read when a session begins"
        );
    }

    private static IEnumerable<RoleSettings> InOrder(IEnumerable<RoleSettings> rows) =>
        rows.OrderBy(row => row.Role, StringComparer.Ordinal).ThenBy(row => row.Database, StringComparer.Ordinal);

    private static RoleSettings None(RoleSettings place) =>
        place with
        {
            Values = ImmutableSortedDictionary<string, string>.Empty,
        };

    private static JsonElement? Element(RoleSettings settings) =>
        settings.Values.IsEmpty
            ? null
            : JsonSerializer.SerializeToElement(
                settings.Values,
                RoleJson.Default.ImmutableSortedDictionaryStringString
            );
}

/// <summary>How states are written into plans and journals.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(RoleState))]
internal sealed partial class RoleJson : JsonSerializerContext;

/// <summary>The statements that lead from one set of own settings to another, all in one transaction.</summary>
internal static class RoleScript
{
    /// <summary>The statements of one role in one database; none where nothing differs.</summary>
    /// <remarks><c>marker</c>: the marker that is there, or null. <c>to</c>: those that are to be there.</remarks>
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
