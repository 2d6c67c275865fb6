using System.Numerics;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>Compiles what of a policy a server can carry out by limits of accounts. Where the login alone decides the
/// class of every session, a rule that ends its statements after some time gives the time that a statement may run, and
/// the <c>concurrency</c> of the class's pool the number of sessions.</summary>
internal static class UserLimitCompiler
{
    private const string Elapsed = "request.elapsed";
    private const string OfService = "the service acts on the running query; limits of accounts have nothing like it";

    // The service ends no query before that either (--cancel-grace).
    private const int LeastSeconds = 60;
    private const int MostSeconds = 31_536_000;

    public static LoginCompilation<UserLimits> Compile(
        PolicyProgram program,
        IEnumerable<(string User, string Host)> accounts,
        bool isMariaDb
    )
    {
        var classes = new LoginClasses(program);
        var (limits, undecided) = (
            ImmutableArray.CreateBuilder<UserLimits>(),
            new List<((string User, string Host) Account, string Class)>()
        );
        foreach (var account in accounts)
        {
            var (found, isDecided) = classes.OfEverything(account.User);
            if (!isDecided)
                undecided.Add((account, found.Name));
            else if (Asked(program.Policy, found, account, isMariaDb) is { IsNone: false } asked)
                limits.Add(asked);
        }

        return new(
            limits.ToImmutable(),
            [.. UnenforcedSetting.Of(program, Reason, OfService)],
            program.Policy.Classes.Any(each => !Asked(program.Policy, each, default, isMariaDb).IsNone)
                ? [.. Warnings(undecided)]
                : []
        );
    }

    private static IEnumerable<string> Warnings(List<((string User, string Host) Account, string Class)> undecided) =>
        from left in undecided.GroupBy(
            each => each.Class,
            each => MySqlAccount.Of(each.Account),
            StringComparer.Ordinal
        )
        let names = left.Order(StringComparer.Ordinal).ToList()
        let more = names.Count > 1 ? FormattableString.Invariant($" and {names.Count - 1} more") : ""
        select $"{names[0]}{more} stay without a limit of the policy's: class {left.Key} asks more than the login tells.";

    private static UserLimits Asked(
        Policy policy,
        QueryClass found,
        (string User, string Host) account,
        bool isMariaDb
    ) => new(account.User, account.Host, isMariaDb ? SecondsOf(found, policy.Rules) : 0, SessionsOf(found.Pool));

    /// <summary>The least time after which a rule ends a statement of the class, whatever else is so.</summary>
    private static decimal SecondsOf(QueryClass found, ImmutableArray<Rule> rules) =>
        rules
            .Where(rule => rule is { During: null, Unless: null } && rule.Classes.Any(each => each.Name == found.Name))
            .Select(EndOf)
            .Where(seconds => seconds > 0)
            .DefaultIfEmpty(0)
            .Min();

    /// <summary>The last step of a ladder is the one that no other takes the place of; 0 where it is another.</summary>
    private static decimal EndOf(Rule rule) =>
        rule.Steps
            is [
                ..,
                {
                    Then: RuleAction.Cancel,
                    When: ComparisonCondition
                    {
                        Signal.Name: Elapsed,
                        Operator: ComparisonOperator.Greater or ComparisonOperator.GreaterOrEqual,
                        Value: NumberConstant { Value: var seconds },
                    },
                },
            ]
            ? Whole(-(-seconds).Floor(), LeastSeconds, MostSeconds)
            : 0;

    private static decimal SessionsOf(Pool pool) =>
        pool.Find(SettingName.Concurrency) is { Value: AmountValue { Amount: var sessions } }
            ? Whole(sessions.Floor(), 0, int.MaxValue)
            : 0;

    private static decimal Whole(BigInteger number, int least, int most) => (int)BigInteger.Clamp(number, least, most);

    private static string Reason(Setting setting, TargetProfile target) =>
        setting switch
        {
            { Name: SettingName.Concurrency, Value: AmountValue { Amount: var sessions } } => sessions >= 1
                ? ""
                : "0 leaves it to the server",
            _ => SettingCapability.Of(setting, target) is { Effect: not SettingReach.None }
                ? OfService
                : SettingCapability.Of(setting, target).Reason.TrimEnd('.'),
        };
}
