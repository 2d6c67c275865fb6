using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Host.Text;

namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>Writes the limits of a server's accounts as a policy: a class for the logins of each set of
/// limits.</summary>
internal static class UserLimitImport
{
    private const int LeastSeconds = 60;

    public static ImportedPolicy Of(AccountCatalog actual)
    {
        var left = new List<string>();
        var logins = UserLimitState
            .InOrder(actual.Accounts.Values.Select(each => each.Limits))
            .GroupBy(row => row.User, StringComparer.Ordinal)
            .Where(accounts => accounts.Any(row => !row.IsNone) && IsSaid(accounts, actual, left))
            .Select(accounts => Sayable(accounts.First(), left))
            .Where(row => !row.IsNone)
            .GroupBy(row => (row.MaxStatementTime, row.MaxUserConnections))
            .Select((rows, at) => (Number: at + 1, Limits: rows.First(), Users: rows.Select(row => row.User).ToList()))
            .ToList();
        var text = new StringBuilder("language 1\npool rest { cpu weight 100 }\n");
        logins.ForEach(each => text.Append(Pool(each.Number, each.Limits)));
        logins.ForEach(each => text.Append(Class(each.Number, each.Limits, each.Users)));
        text.Append("default -> rest\n");
        logins.ForEach(each => text.Append(Rule(each.Number, each.Limits)));
        return new ImportedPolicy(text.ToString(), [.. left]);
    }

    /// <summary>A policy knows the login only, and nothing is set for some.</summary>
    private static bool IsSaid(IEnumerable<UserLimits> accounts, AccountCatalog actual, List<string> left)
    {
        var rows = accounts.ToList();
        var name = MySqlAccount.Of(rows[0].Account);
        var why =
            rows[0].User.Any(SafeText.IsUnsafe) ? "its name cannot be written in a policy"
            : rows.Any(row => row with { Host = rows[0].Host } != rows[0])
                ? "the login's accounts have different limits, and a policy knows the login only"
            : rows.Select(row => actual.Obstacle(row.Account)).FirstOrDefault(obstacle => obstacle.Length > 0);
        if (why is not null)
            left.Add($"{SafeText.Escape(name)} is left out: {why}.");
        return why is null;
    }

    private static UserLimits Sayable(UserLimits row, List<string> left)
    {
        var name = MySqlAccount.Of(row.Account);
        if (row.MaxStatementTime is not 0 and < LeastSeconds)
            left.Add(
                $"{name}: MAX_STATEMENT_TIME {Text(row.MaxStatementTime)}: a rule ends nothing in the first minute."
            );
        if (row.MaxUserConnections < 0)
            left.Add($"{name}: MAX_USER_CONNECTIONS {Text(row.MaxUserConnections)}: a policy refuses no connection.");
        return row with
        {
            MaxStatementTime = row.MaxStatementTime < LeastSeconds ? 0 : Math.Ceiling(row.MaxStatementTime),
            MaxUserConnections = Math.Max(row.MaxUserConnections, 0),
        };
    }

    private static string Pool(int number, UserLimits limits) =>
        limits.MaxUserConnections == 0
            ? ""
            : FormattableString.Invariant($"pool limited_{number} {{ concurrency {limits.MaxUserConnections} }}\n");

    private static string Class(int number, UserLimits limits, List<string> users)
    {
        var pool = limits.MaxUserConnections == 0 ? "rest" : FormattableString.Invariant($"limited_{number}");
        var logins = string.Join(", ", users.Select(user => "exactly " + PolicyQuoting.Text(user)));
        return FormattableString.Invariant($"class limited_{number} -> {pool} when session.login in ({logins})\n");
    }

    private static string Rule(int number, UserLimits limits) =>
        limits.MaxStatementTime == 0
            ? ""
            : FormattableString.Invariant(
                $"rule limited_{number} on class limited_{number} {{ when request.elapsed > {limits.MaxStatementTime} s then cancel }}\n"
            );

    private static string Text(decimal value) => value.ToString(CultureInfo.InvariantCulture);
}
