using System.Collections.Concurrent;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>The details of many requests at once, which are read by another statement than those of a few.</summary>
public sealed class RequestDetailsTests
{
    private const int FirstSession = 51;

    [ServerTheory]
    [InlineData(2016, "standard")]
    [InlineData(2022, "enterprise")]
    public async Task Read_FewAndMany_TellTheSame(int version, string edition)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, edition);
        var seen = await observed.UntilAsync(each => each.Queries.Length > 4);
        await using var link = new OwnLink(
            ObservedServer.Watcher(observed.Server),
            LinkSettings.Poll,
            new ConcurrentDictionary<int, byte>()
        );
        var details = new RequestDetails(await link.OpenAsync(CancellationToken.None));
        var sessions = seen.Queries.Select(query => RequestRow.SessionOf(query.ProcessId)).Distinct().ToList();

        var few = await details.ReadAsync(sessions, CancellationToken.None);
        var many = await details.ReadAsync(
            [.. sessions, .. Enumerable.Range(FirstSession, 500)],
            CancellationToken.None
        );

        // Short requests come and go between the two.
        var both = few.Select(Named).Intersect(many.Select(Named)).ToList();
        Assert.NotEmpty(both);
        Assert.Empty(observed.Server.NotUnderstood);
    }

    private static (int, int, DateTime, string, string, string, string) Named(RequestDetail each) =>
        (each.SessionId, each.RequestId, each.Started, each.Login, each.App, each.Host, each.Database);
}
