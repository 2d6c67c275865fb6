using System.Net.Sockets;
using Npgsql;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>What a failure of the driver means, in words that say what to do.</summary>
internal static class PostgresError
{
    public static bool IsExpected(Exception e) =>
        e is NpgsqlException or TimeoutException or SocketException or IOException or ObjectDisposedException
        || e is InvalidOperationException && e.Source == "Npgsql"
        || e is OperationCanceledException;

    public static ObserveException Connecting(PostgresConnectionOptions options, Exception e) =>
        new($"{options.Target}: {Meaning(options, e)}", e) { Lack = LackOf(e) };

    /// <summary>True where the server has no connection left.</summary>
    public static bool IsFull(ObserveException failure) =>
        failure.InnerException is PostgresException { SqlState: PostgresErrorCodes.TooManyConnections };

    private static ServerLack LackOf(Exception e) =>
        e switch
        {
            PostgresException
            {
                SqlState: PostgresErrorCodes.CannotConnectNow
                    or PostgresErrorCodes.AdminShutdown
                    or PostgresErrorCodes.CrashShutdown
            } => ServerLack.NotReady,
            PostgresException
            {
                SqlState: PostgresErrorCodes.InvalidPassword
                    or PostgresErrorCodes.InvalidAuthorizationSpecification
                    or PostgresErrorCodes.InvalidCatalogName
                    or PostgresErrorCodes.InsufficientPrivilege
            } => ServerLack.Refused,
            PostgresException => ServerLack.Lasting,
            SocketException or { InnerException: SocketException or IOException } => ServerLack.Unreachable,
            _ => ServerLack.Lasting,
        };

    public static ObserveException Polling(PostgresConnectionOptions options, Exception e) =>
        e switch
        {
            PostgresException or NpgsqlException { InnerException: SocketException } => Connecting(options, e),
            OperationCanceledException
            or TimeoutException
            or NpgsqlException { InnerException: TimeoutException or OperationCanceledException } =>
                new ObserveException(
                    $"{options.Target}: the poll took longer than 2 s; the server may be overloaded or frozen",
                    e
                ),
            _ => new ObserveException(
                $"{options.Target}: the connection was lost; it is made again at the next poll ({e.Message})",
                e
            ),
        };

    public static string Reason(Exception e) =>
        e switch
        {
            PostgresException server => server.MessageText,
            TimeoutException or OperationCanceledException or { InnerException: TimeoutException } =>
                "the server did not answer in time",
            NotSupportedException => "the driver takes it for several statements",
            _ when IsExpected(e) => e.Message,
            _ => $"an error in RgPolicy ({e.GetType().Name})",
        };

    private static string Meaning(PostgresConnectionOptions options, Exception e) =>
        e switch
        {
            PostgresException server => ServerMeaning(options, server),
            { InnerException: SocketException or IOException } or SocketException when options.UsesSocket =>
                $"no server answers at its socket in {options.Host}; is it running, and do host (SHOW "
                    + "unix_socket_directories tells) and port fit?",
            { InnerException: SocketException or IOException } or SocketException =>
                $"cannot be reached ({(e.InnerException ?? e).Message}); is the server running, and "
                    + "are host and port right?",
            TimeoutException or { InnerException: TimeoutException } => FormattableString.Invariant(
                $"did not answer in {options.ConnectTimeout.TotalSeconds} s (connect_timeout); "
            ) + "is it running, and does a firewall let this host through?",
            NpgsqlException { Message: var message }
                when message.Contains("No password", StringComparison.OrdinalIgnoreCase) =>
                "asks for a password and none was given; set RGPOLICY_PASSWORD or "
                    + "RGPOLICY_PASSWORD_FILE, or use the pgpass file",
            _ => e.Message,
        };

    private static string ServerMeaning(PostgresConnectionOptions options, PostgresException e) =>
        e.SqlState switch
        {
            PostgresErrorCodes.InvalidPassword =>
                $"the server refuses the password of '{options.User}'; set RGPOLICY_PASSWORD, RGPOLICY_PASSWORD_FILE "
                    + "or the pgpass file (PGPASSWORD goes before that file), "
                    + "and see whether that role exists (the server does not tell)",
            PostgresErrorCodes.InvalidAuthorizationSpecification =>
                $"'{options.User}' is not let in ({e.MessageText}); create the role (rgp doctor "
                    + "prints how) or adapt pg_hba.conf",
            PostgresErrorCodes.InvalidCatalogName =>
                $"there is no database '{options.Database}'; name an existing one in the connection",
            PostgresErrorCodes.InsufficientPrivilege =>
                $"a right is missing ({e.MessageText}); rgp doctor prints the statement that grants it",
            PostgresErrorCodes.TooManyConnections => "all connections are in use; end some, or raise max_connections",
            PostgresErrorCodes.CannotConnectNow =>
                $"is not ready for connections ({e.MessageText}); it starts, stops or recovers: try again",
            PostgresErrorCodes.AdminShutdown or PostgresErrorCodes.CrashShutdown =>
                "the server ended RgPolicy's connection (pg_terminate_backend, or a shutdown); it is made again",
            _ => $"{e.MessageText} (SQLSTATE {e.SqlState})",
        };
}
