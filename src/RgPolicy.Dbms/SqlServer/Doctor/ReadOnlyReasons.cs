using System.Globalization;

namespace RgPolicy.Dbms.SqlServer.Doctor;

/// <summary>Why a Query Store that is to be written is read-only (<c>readonly_reason</c>), and what helps; asking for
/// READ_WRITE helps against none.</summary>
internal static class ReadOnlyReasons
{
    private const int ReadOnlyDatabase = 1;
    private const int SingleUser = 2;
    private const int Emergency = 4;
    private const int Secondary = 8;
    private const int Full = 65_536;
    private const int Statements = 131_072;
    private const int Waiting = 262_144;
    private const int DatabaseFull = 524_288;

    /// <summary>What it is, in words; null where the server names no reason.</summary>
    public static string? Why(int reason) =>
        reason switch
        {
            0 => null,
            _ when (reason & Full) != 0 => "it is full",
            _ when (reason & Secondary) != 0 => "the database is a secondary replica",
            _ when (reason & ReadOnlyDatabase) != 0 => "the database is read-only",
            _ when (reason & SingleUser) != 0 => "the database is in single-user mode",
            _ when (reason & Emergency) != 0 => "the database is in emergency mode",
            _ when (reason & (Statements | Waiting)) != 0 => "its memory is full",
            _ when (reason & DatabaseFull) != 0 => "the database is full",
            _ => string.Create(CultureInfo.InvariantCulture, $"readonly_reason is {reason}"),
        };

    /// <summary>What helps.</summary>
    /// <param name="reason">The server's number.</param>
    /// <param name="database">The database's name in brackets.</param>
    public static string Fix(int reason, string database) =>
        reason switch
        {
            _ when (reason & Full) != 0 =>
                $"-- ALTER DATABASE {database} SET QUERY_STORE (MAX_STORAGE_SIZE_MB = ..., SIZE_BASED_CLEANUP_MODE = "
                    + "AUTO); with more than it has now, "
                    + $"or ALTER DATABASE {database} SET QUERY_STORE CLEAR; it is written again by itself then",
            _ when (reason & Secondary) != 0 => "-- connect to the primary replica",
            _ when (reason & ReadOnlyDatabase) != 0 => $"ALTER DATABASE {database} SET READ_WRITE;",
            _ when (reason & (SingleUser | Emergency)) != 0 =>
                $"ALTER DATABASE {database} SET MULTI_USER; -- when it is in order again",
            _ => $"-- look at {database}.sys.database_query_store_options; it is written again by itself "
                + "when the reason is gone",
        };
}
