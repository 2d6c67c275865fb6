using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>Makes plans: what has to be done so that the limits of accounts are as they should be.</summary>
internal sealed class UserLimitPlanner(string target, ServerIdentity server, UserLimitLedger ledger)
{
    private const string Kind = "user_limit";
    private const string NextSession = "next_session";

    /// <summary>The changes towards what a policy asks for. What others set is left alone.</summary>
    public ChangePlan Toward(LoginCompilation<UserLimits> compilation, string revision, AccountCatalog actual)
    {
        var goals = new UserLimitGoals(ledger, actual);
        goals.AddAll(compilation.Rows, loosens: false);
        var plan = Plan(actual, goals);
        return compilation.Seal(plan with { Warnings = [.. plan.Warnings, .. Cautions(actual, goals)] }, revision);
    }

    /// <summary>Back to limits that were there before, as far as they are still RgPolicy's; an empty state is
    /// none.</summary>
    public ChangePlan Back(UserLimitState before, AccountCatalog actual)
    {
        var goals = new UserLimitGoals(ledger, actual);
        goals.AddAll(before.Limits, loosens: true);
        var plan = Plan(actual, goals);
        return ChangePlanFile.Seal(plan with { Warnings = [.. plan.Warnings, .. Unknown(actual)] });
    }

    public static ImmutableArray<string> Differences(AccountCatalog actual, UserLimitState goal) =>
        [
            .. goal
                .Limits.Where(row => actual.Of(row.Account) != row)
                .Select(row => $"the limits of {MySqlAccount.Of(row.Account)} are not as they should be"),
        ];

    public UserLimitState Own(AccountCatalog actual) =>
        UserLimitState.Of(actual.Accounts.Values.Select(each => ledger.OwnOf(each.Limits)));

    /// <summary>Recognises all accounts and their limits, those of others included, and the accounts that are never
    /// given any.</summary>
    public static string DigestOf(AccountCatalog actual) =>
        ChangePlanFile.DigestOf([
            .. JsonSerializer.SerializeToUtf8Bytes(
                new UserLimitState([
                    .. UserLimitState.InOrder(actual.Accounts.Values.Select(each => each.Limits)),
                    actual.Everywhere,
                ]),
                UserLimitJson.Default.UserLimitState
            ),
            .. Encoding.UTF8.GetBytes(string.Join('\n', Protected(actual))),
        ]);

    // The list may be lost, or the server have another name now: then limits of RgPolicy's would stay unnoticed.
    private IEnumerable<string> Unknown(AccountCatalog actual) =>
        from each in actual.Accounts.OrderBy(each => MySqlAccount.Of(each.Key), StringComparer.Ordinal)
        from limit in UserLimit.All
        let there = each.Value.Limits
        where limit.Of(there) != 0 && limit.Of(ledger.OwnOf(there)) == 0 && !ledger.IsChanged(limit, there)
        select FormattableString.Invariant(
            $"{MySqlAccount.Of(each.Key)} keeps {limit.Name} {limit.Of(there)}: nothing here says that RgPolicy set it"
        );

    private static IEnumerable<string> Cautions(AccountCatalog actual, UserLimitGoals goals) =>
        UserLimit
            .All.Where(limit =>
                goals.Limits.Any(row => limit.Of(row) != 0 && limit.Of(row) != limit.Of(actual.Of(row.Account)))
            )
            .Select(limit => $"{limit.Name}: {limit.Caution}");

    private static IEnumerable<string> Protected(AccountCatalog actual) =>
        actual
            .Accounts.Where(each =>
                (each.Value.Traits & (LoginTraits.Superuser | LoginTraits.Replication)) != LoginTraits.None
            )
            .Select(each => MySqlAccount.Of(each.Key))
            .Order(StringComparer.Ordinal);

    private ChangePlan Plan(AccountCatalog actual, UserLimitGoals goals)
    {
        ImmutableArray<UserLimits> goal = [.. UserLimitState.InOrder(goals.Limits)];
        var rows = goal.Select(to => (From: actual.Of(to.Account), To: to)).ToImmutableArray();
        var changes = rows.Select(each => Change(each.From, each.To)).ToImmutableArray();
        return new ChangePlan
        {
            Target = target,
            Server = server,
            Changes = changes,
            Steps = [.. changes.SelectMany(change => change.Sql).Select(sql => new ChangeStep(sql))],
            Warnings = goals.Warnings,
            ChangedByOthers = goals.ChangedByOthers,
            StateDigest = DigestOf(actual),
            Goal = JsonSerializer.SerializeToElement(new UserLimitState(goal), UserLimitJson.Default.UserLimitState),
            Scripts = UserLimitScript.Scripts([.. rows.Where(each => each.From != each.To)]),
        };
    }

    private static ConfigurationChange Change(UserLimits from, UserLimits to)
    {
        return new ConfigurationChange(
            ConfigurationChange.ActionOf(from == to, !from.IsNone, !to.IsNone),
            Kind,
            MySqlAccount.Of(to.Account),
            Element(from, to),
            Element(to, from),
            UserLimitScript.Of(from, to) is { } sql ? [sql] : [],
            NextSession,
            "read when a session begins"
        );
    }

    /// <summary>What is limited before or after, so that a limit that goes is seen to go.</summary>
    private static JsonElement? Element(UserLimits limits, UserLimits other) =>
        limits.IsNone
            ? null
            : JsonSerializer.SerializeToElement(
                UserLimit
                    .All.Where(limit => limit.Of(limits) != 0 || limit.Of(other) != 0)
                    .ToImmutableSortedDictionary(
                        limit => limit.Name.ToLowerInvariant(),
                        limit => limit.Of(limits),
                        StringComparer.Ordinal
                    ),
                UserLimitJson.Default.ImmutableSortedDictionaryStringDecimal
            );
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    IgnoreReadOnlyProperties = true
)]
[JsonSerializable(typeof(UserLimitState))]
[JsonSerializable(typeof(ImmutableArray<UserLimits>))]
[JsonSerializable(typeof(ImmutableSortedDictionary<string, decimal>))]
internal sealed partial class UserLimitJson : JsonSerializerContext;

/// <summary>The statements that lead from one set of limits to another; each is carried out as a whole.</summary>
internal static class UserLimitScript
{
    // Names are written for a session that takes a backslash for an escape.
    private const string Session = "SET SESSION sql_mode = '';\nSET NAMES utf8mb4;\n";

    /// <summary>The statement of one account; null where nothing differs.</summary>
    public static string? Of(UserLimits from, UserLimits to)
    {
        var parts = UserLimit
            .All.Where(limit => limit.Of(from) != limit.Of(to))
            .Select(limit => FormattableString.Invariant($"{limit.Name} {limit.Of(to)}"))
            .ToList();
        return parts.Count == 0 ? null : $"ALTER USER {MySqlAccount.Of(to.Account)} WITH {string.Join(' ', parts)};";
    }

    /// <summary>The same for the server's own client, and the way back.</summary>
    public static ChangeScripts Scripts(ImmutableArray<(UserLimits From, UserLimits To)> changes) =>
        new(
            Session + string.Concat(changes.Select(each => Of(each.From, each.To) + "\n")),
            Session + string.Concat(changes.Select(each => Of(each.To, each.From) + "\n")),
            null
        );
}
