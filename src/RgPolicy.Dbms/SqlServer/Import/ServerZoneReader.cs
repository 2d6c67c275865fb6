using NodaTime;
using NodaTime.TimeZones;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>Asks a server for the time zone of GETDATE(). Releases before 2022 tell their present offset from UTC
/// only.</summary>
internal static class ServerZoneReader
{
    private const int Hour = 60;

    /// <summary>The zone; null where the offset is no whole number of hours.</summary>
    public static async Task<ForeignZone?> ReadAsync(
        SqlServerLink link,
        SqlServerFacts facts,
        CancellationToken cancellationToken
    ) =>
        facts.Major >= SqlServerRelease.First2022 && await ReadIdAsync(link, cancellationToken) is { } id
            ? new ForeignZone(id, IsGuess: false)
            : OfOffset(
                await link.OneAsync(
                    "SELECT SYSDATETIMEOFFSET()",
                    row => row.GetFieldValue<DateTimeOffset>(0).Offset,
                    cancellationToken
                )
            );

    /// <summary>The id of the time zone database for an id of Windows or of its own; null for another.</summary>
    public static string? IdOf(string told) =>
        DateTimeZoneProviders.Tzdb.GetZoneOrNull(told)?.Id
        ?? (TzdbDateTimeZoneSource.Default.WindowsToTzdbIds.TryGetValue(told, out var id) ? id : null);

    /// <summary>A zone that always has this offset; the database's names have the sign of the other direction.</summary>
    public static ForeignZone? OfOffset(TimeSpan offset)
    {
        var minutes = (int)offset.TotalMinutes;
        var name = FormattableString.Invariant(
            $"Etc/GMT{(minutes > 0 ? "-" : minutes < 0 ? "+" : "")}{(minutes == 0 ? "" : Math.Abs(minutes / Hour))}"
        );
        return minutes % Hour == 0 ? new ForeignZone(name, IsGuess: true) : null;
    }

    private static async Task<string?> ReadIdAsync(SqlServerLink link, CancellationToken cancellationToken)
    {
        try
        {
            var told = await link.QueryAsync(
                "SELECT CONVERT(nvarchar(128), CURRENT_TIMEZONE_ID())",
                row => row.Text(0),
                cancellationToken
            );
            return IdOf(told[0]);
        }
        catch (ConfigureException e) when (!e.IsLost)
        {
            return null;
        }
    }
}
