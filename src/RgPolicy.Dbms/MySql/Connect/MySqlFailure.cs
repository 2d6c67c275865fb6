using System.Net.Sockets;
using MySqlConnector;

namespace RgPolicy.Dbms.MySql.Connect;

/// <summary>What a failure of the server or the driver means, in words that say what to do.</summary>
internal static class MySqlFailure
{
    private const int Full = 1040;
    private const int Locked = 3118;
    private const int Expired = 1862;
    private const int RightMissing = 1227;

    private static readonly MySqlErrorCode[] Refusals =
    [
        MySqlErrorCode.AccessDenied,
        MySqlErrorCode.HostNotPrivileged,
        MySqlErrorCode.HostIsBlocked,
    ];

    public static bool IsExpected(Exception e) =>
        e
            is MySqlException
                or TimeoutException
                or SocketException
                or IOException
                or ObjectDisposedException
                or OperationCanceledException
                or NotSupportedException { Source: "MySqlConnector" }
                or InvalidOperationException { Source: "MySqlConnector" };

    /// <summary>True where the server has no connection left.</summary>
    public static bool IsFull(ObserveException failure) =>
        failure.InnerException
            is MySqlException { ErrorCode: MySqlErrorCode.TooManyUserConnections }
                or MySqlException { Number: Full };

    public static bool IsDenied(MySqlException e) =>
        e.ErrorCode
            is MySqlErrorCode.TableAccessDenied
                or MySqlErrorCode.ColumnAccessDenied
                or MySqlErrorCode.DatabaseAccessDenied;

    /// <summary>True where a right is missing that only few have, such as PROCESS.</summary>
    public static bool LacksRight(MySqlException e) => e.Number == RightMissing;

    public static ObserveException Connecting(MySqlConnectionOptions options, Exception e) =>
        new($"{options.Target}: {Meaning(options, e)}", e) { Lack = LackOf(e) };

    public static ObserveException Polling(MySqlConnectionOptions options, Exception e) =>
        e switch
        {
            OperationCanceledException or TimeoutException => new ObserveException(
                $"{options.Target}: the poll took longer than 2 s; the server may be overloaded or frozen",
                e
            ),
            MySqlException { Number: > 0 } => Connecting(options, e),
            _ => new ObserveException(
                $"{options.Target}: the connection was lost; it is made again at the next poll ({e.Message})",
                e
            ),
        };

    public static string Reason(Exception e) =>
        e switch
        {
            OperationCanceledException or TimeoutException => "the server did not answer in time",
            ObserveException => e.Message,
            _ when IsExpected(e) => OneLine(e),
            _ => $"an error in RgPolicy ({e.GetType().Name})",
        };

    private static ServerLack LackOf(Exception e) =>
        e switch
        {
            MySqlException server when Refusals.Contains(server.ErrorCode) || server.Number is Locked or Expired =>
                ServerLack.Refused,
            MySqlException { ErrorCode: MySqlErrorCode.ServerShutdown } => ServerLack.NotReady,
            MySqlException { Number: 0 } when e.Message.Contains("Unix Socket", StringComparison.Ordinal) =>
                ServerLack.Unreachable,
            MySqlException { ErrorCode: MySqlErrorCode.UnableToConnectToHost }
            or SocketException
            or { InnerException: SocketException or IOException } => ServerLack.Unreachable,
            _ => ServerLack.Lasting,
        };

    private static string Meaning(MySqlConnectionOptions options, Exception e) =>
        e switch
        {
            NotSupportedException when e.Message.Contains("ed25519", StringComparison.OrdinalIgnoreCase) => Ed25519(
                options
            ),
            MySqlException server => ServerMeaning(options, server),
            OperationCanceledException or TimeoutException =>
                $"did not answer in {options.ConnectTimeout.TotalSeconds:0} s (connect_timeout); is it running, and does "
                    + "a firewall let this host through?",
            _ => OneLine(e),
        };

    private static string ServerMeaning(MySqlConnectionOptions options, MySqlException e) =>
        e.ErrorCode switch
        {
            _ when WantsEncryption(e) =>
                "the account's password may not be sent without encryption; leave out sslmode=disable, or write "
                    + "sslmode=require in the connection; over the network, server_public_key=FILE with the server's key "
                    + "does as well",
            MySqlErrorCode.AccessDenied =>
                $"the server refuses '{options.User}'; set RGPOLICY_PASSWORD or RGPOLICY_PASSWORD_FILE, and see whether "
                    + "the account is there for this host (rgp doctor prints how to make it)",
            MySqlErrorCode.HostNotPrivileged or MySqlErrorCode.HostIsBlocked =>
                $"this host is not let in ({OneLine(e)}); make an account for it, or run FLUSH HOSTS",
            MySqlErrorCode.TableAccessDenied or MySqlErrorCode.ColumnAccessDenied or (MySqlErrorCode)RightMissing =>
                $"a right is missing ({OneLine(e)}); rgp doctor prints the statement that grants it",
            MySqlErrorCode.UnableToConnectToHost
                when e.InnerException is NotSupportedException
                    || e.Message.Contains("ed25519", StringComparison.OrdinalIgnoreCase) => Ed25519(options),
            MySqlErrorCode.UnableToConnectToHost =>
                $"cannot be reached ({OneLine(e.InnerException ?? e)}); is the server running, and are host and port, "
                    + "or the socket, right?",
            MySqlErrorCode.ServerShutdown => "is being shut down; the connection is made again",
            _ when e.Number == Full => "all connections are in use; end some, or raise max_connections",
            _ when e.Message.Contains("ed25519", StringComparison.OrdinalIgnoreCase) => Ed25519(options),
            _ => e.Number > 0 ? $"{OneLine(e)} (error {e.Number})" : OneLine(e),
        };

    // The driver says so of a password that it would have to send in clear text, also where it fails to connect.
    private static bool WantsEncryption(MySqlException e) =>
        (e.InnerException ?? e) is MySqlException { Message: var message }
        && (
            message.Contains("RSA public key", StringComparison.OrdinalIgnoreCase)
            || message.Contains("a secure connection", StringComparison.OrdinalIgnoreCase)
        );

    private static string Ed25519(MySqlConnectionOptions options) =>
        $"the account '{options.User}' authenticates with ed25519, which this program's driver does not know; give it "
        + "another plugin, such as: ALTER USER ... IDENTIFIED VIA unix_socket OR mysql_native_password USING "
        + "PASSWORD('...')";

    private static string OneLine(Exception e) => e.Message.ReplaceLineEndings(" ");
}
