using System.Net.Sockets;
using System.Security.Authentication;
using Microsoft.Data.SqlClient;

namespace RgPolicy.Dbms.SqlServer.Connect;

/// <summary>What a failure of the server or the driver means, in words that say what to do.</summary>
internal static class SqlServerError
{
    private const byte FatalClass = 20;

    public static bool IsExpected(Exception e) =>
        e
            is SqlException
                or TimeoutException
                or SocketException
                or IOException
                or InvalidOperationException { Source: "Microsoft.Data.SqlClient" };

    public static ConfigureException Of(string target, Exception e)
    {
        var (meaning, next) = e is SqlException server
            ? Meaning(server)
            : (e.Message, "Check that the server runs, and host and port.");
        return new ConfigureException($"{target}: {meaning}", next, e)
        {
            IsLost = e is not SqlException { Class: < FatalClass },
        };
    }

    public static ConfigureException OtherServer(string target, string expected, string found) =>
        new(
            $"{target}: another server answers there now: {found} instead of {expected}",
            $"Connect to {expected} itself, or begin anew with {found}."
        )
        {
            IsLost = true,
        };

    public static ObserveException Observing(ConfigureException failure) =>
        new($"{failure.Message}. {failure.Next}", failure)
        {
            Lack = failure.InnerException is SqlException server ? LackOf(server) : ServerLack.Lasting,
        };

    private static ServerLack LackOf(SqlException e) =>
        e.Number switch
        {
            18456 or 4060 or 916 => ServerLack.Refused,
            // In upgrade of its own scripts, only administrators, paused, a database that recovers.
            18401 or 18451 or 17142 or 922 => ServerLack.NotReady,
            _ when IsOfNetwork(e) => ServerLack.Unreachable,
            _ => ServerLack.Lasting,
        };

    private static bool IsOfNetwork(SqlException e) =>
        e.Class >= FatalClass
        || e.Number is 0 or 233 or 64 or 10053 or 10054 or 10060 or 10061 or 11001 or 53 or 40 or 26;

    public static string Reason(Exception e) =>
        e switch
        {
            ConfigureException failure => failure.Message,
            OperationCanceledException or TimeoutException => "the server did not answer in time",
            _ when IsExpected(e) => e.Message,
            _ => $"an error in RgPolicy ({e.GetType().Name})",
        };

    public static string Advice(Exception e) =>
        e is ConfigureException failure ? $"{failure.Message}. {failure.Next}" : Reason(e);

    private static (string Meaning, string Next) Meaning(SqlException e) =>
        e.Number switch
        {
            18456 => ("the login is refused", "Set RGPOLICY_PASSWORD or --password-file, and check the login's name."),
            18461 => (
                "the server is in single-user mode and another session is connected",
                "Wait until it is open for all again."
            ),
            4060 => ("the database master cannot be opened", "Check the login's rights."),
            10901 => (
                "the right to change Resource Governor is missing",
                "Grant it: GRANT CONTROL SERVER TO the login of the connection."
            ),
            10923 => (
                "this edition does not run Resource Governor",
                "Enterprise, Developer, Evaluation, or Standard from SQL Server 2025 do."
            ),
            10904 => (
                "sessions are in workload groups that would be dropped or moved",
                "End those sessions, then apply again."
            ),
            10905 or 701 => (
                "the server has not enough memory to change Resource Governor now",
                "Try again under a lower load."
            ),
            229 or 297 or 300 or 371 => (
                $"a right is missing ({FirstLine(e)})",
                "Grant it: VIEW SERVER STATE (from SQL Server 2022 VIEW SERVER PERFORMANCE STATE) to read, CONTROL "
                    + "SERVER to change."
            ),
            15247 => (
                "the right to make sessions of Extended Events is missing",
                "Grant it: GRANT ALTER ANY EVENT SESSION TO the login of the connection."
            ),
            916 => (
                "the login has no user in the database",
                "Make one: CREATE USER ... FOR LOGIN in that database, with the rights that docs/reference/sql-server.md lists."
            ),
            12421 => (
                "the right to set hints is missing in the database: GRANT ALTER to the login's user there",
                "Grant it in that database."
            ),
            3906 or 978 or 976 => ("the server is a read-only replica", "Connect to the primary."),
            1222 => ("a lock was not given within its time", "Another session holds the configuration: try again."),
            -2 => ("the server did not answer in time", "It may be overloaded: try again."),
            _ when IsOfCertificate(e) => (
                $"the server's certificate is not trusted on this host ({FirstLine(e.GetBaseException())})",
                "Trust the authority that signed it, name what it was made for with ?host_name_in_certificate=, or, "
                    + "where the network is trusted, turn the check off: ?trust_server_certificate=true."
            ),
            _ when IsOfNetwork(e) => (
                $"the connection cannot be made or was lost ({FirstLine(e)})",
                "Check that the server runs, host and port, and ?encrypt= and " + "?trust_server_certificate=."
            ),
            _ => (
                FormattableString.Invariant($"error {e.Number}: {FirstLine(e)}"),
                "The server's message says what to fix."
            ),
        };

    private static bool IsOfCertificate(SqlException e) => e.GetBaseException() is AuthenticationException;

    private static string FirstLine(Exception e) => e.Message.ReplaceLineEndings(" ");
}
