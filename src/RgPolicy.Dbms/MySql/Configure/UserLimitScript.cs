using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Configure;

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
            .Select(limit => string.Create(CultureInfo.InvariantCulture, $"{limit.Name} {limit.Of(to)}"))
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
