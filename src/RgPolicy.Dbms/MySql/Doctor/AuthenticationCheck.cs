using System.Text.RegularExpressions;
using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Doctor;

/// <summary>How RgPolicy's account shows that it is who it says; what of it is a secret is not kept.</summary>
internal static partial class AuthenticationCheck
{
    private const string Id = "my.authentication";

    // A user and a host may have any text within their quotes, and more than one plugin may be named.
    private const string Show = "SHOW CREATE USER CURRENT_USER()";
    private const string OldPlugin = "mysql_old_password";
    private const string NativePlugin = "mysql_native_password";

    /// <summary>Asks the server, which tells every login of itself.</summary>
    public static async Task<DoctorFinding> CheckAsync(
        MySqlLink link,
        string account,
        CancellationToken cancellationToken
    )
    {
        try
        {
            return Of(await link.ScalarAsync(Show, cancellationToken) ?? "", link.IsMariaDb, account);
        }
        catch (MySqlException e)
        {
            return DoctorFinding.Ok(Id, $"how the account logs in is not told ({e.Message})");
        }
    }

    internal static DoctorFinding Of(string definition, bool isMariaDb, string account)
    {
        var identified = Identified().Match(definition);
        var plugin = identified switch
        {
            { Success: false } => "",
            _ when identified.Groups["plugin"] is { Success: true, Value: var name } => name,
            _ => NativePlugin,
        };
        return plugin switch
        {
            "" or OldPlugin => DoctorFinding.Lacks(
                Id,
                plugin.Length == 0
                    ? "the account has no password"
                    : "the account has a password of the form before 4.1",
                "secrecy: anybody who reaches the server is RgPolicy to it",
                $"ALTER USER {account} IDENTIFIED BY '...';"
            ),
            NativePlugin when !isMariaDb => DoctorFinding.Lacks(
                Id,
                $"the account logs in by {NativePlugin}, which MySQL 8.4 has off unless told, and 9.0 has no more",
                "the connection, after the next upgrade",
                $"ALTER USER {account} IDENTIFIED WITH caching_sha2_password BY '...';"
            ),
            _ => DoctorFinding.Ok(Id, $"the account logs in by {plugin}"),
        };
    }

    [GeneratedRegex(
        """^CREATE USER (?:`(?:[^`]|``)*`|'(?:[^'\\]|''|\\.)*')@(?:`(?:[^`]|``)*`|'(?:[^'\\]|''|\\.)*') IDENTIFIED (?:BY PASSWORD|(?:VIA|WITH) ['`]?(?<plugin>\w+))""",
        RegexOptions.Singleline | RegexOptions.CultureInvariant,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex Identified();
}
