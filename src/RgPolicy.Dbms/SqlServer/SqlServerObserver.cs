using RgPolicy.Dbms.Pacing;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Doctor;
using RgPolicy.Dbms.SqlServer.Events;
using RgPolicy.Dbms.SqlServer.Fetch;
using RgPolicy.Dbms.SqlServer.Hints;
using RgPolicy.Dbms.SqlServer.History;
using RgPolicy.Dbms.SqlServer.Kill;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Dbms.SqlServer.Resources;
using RgPolicy.Dbms.SqlServer.Roles;
using RgPolicy.Engine.Observe.Resources;

namespace RgPolicy.Dbms.SqlServer;

internal sealed class SqlServerObserver : ServerObserver, IResourceObserver
{
    private static readonly TimeSpan PollTimeout = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan SlowAbove = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan SlowestAbove = TimeSpan.FromMilliseconds(25);
    private static readonly TimeSpan WarmUpTimeout = TimeSpan.FromSeconds(5);

    private readonly PollLink<PollSession> _link;
    private string _name;
    private readonly SqlServerConnectionOptions _connection;
    private readonly ConcurrentDictionary<int, byte> _own;
    private readonly SleepingBlockers _sleepers = new();
    private readonly RequestTable _table;
    private readonly SqlServerPlanLookup _plans;
    private readonly SqlServerPlanFetcher? _fetcher;
    private readonly SqlServerHistoryCache _history;
    private readonly ResourceCache _resources;
    private readonly EventCache? _events;
    private readonly PollPace _pace;
    private readonly TimeProvider _time;
    private readonly RequestSnapshot _snapshot = new();

    private SqlServerObserver(
        PollLink<PollSession> link,
        ServerInspection look,
        ConcurrentDictionary<int, byte> own,
        SqlServerConnectionOptions connection,
        SqlServerObserverOptions options,
        TimeProvider time
    )
        : base(look.Facts, PollTimeout)
    {
        (_link, _connection, _own, _time) = (link, connection, own, time);
        _name = look.Name;
        Profile = look.Profile;
        _pace = PollPace.Slowing(options.PollInterval, SlowAbove, SlowestAbove, time);
        var histories = new HistoryReader(
            new OwnLink(connection, LinkSettings.History, own),
            new QueryStoreCache(options.CachedPlans, time),
            Server.VersionParts
        );
        _history = new SqlServerHistoryCache(histories, Noted, options.CachedPlans, time);
        _resources = new ResourceCache(
            new OwnLink(connection, LinkSettings.Resources, own),
            own,
            Server.VersionParts[0] >= SqlServerRelease.First2019,
            Noted,
            time
        );
        _events = connection.HasExtendedEvents
            ? new EventCache(new OwnLink(connection, LinkSettings.Events, own), Noted, time)
            : null;
        var cache = new PlanCache<RequestKey>(options.CachedPlans, time);
        _fetcher = options.FetchPlans
            ? new SqlServerPlanFetcher(cache, new OwnLink(connection, LinkSettings.Plans, own), options, time)
            : null;
        _plans = new SqlServerPlanLookup(cache, _fetcher, _history);
        _table = new RequestTable(
            own,
            new LoginRules(look.Sysadmins, connection.ExemptLogins, connection.GovernedLogins),
            _plans.WantsHandle
        );
        Noted.AddAll(look.Notes);
    }

    public TargetProfile Profile { get; }

    public ServerResources? Resources => _resources.Last;

    public override TimeSpan PollInterval => _pace.Interval;

    public override TimeSpan? ServerCpu => _resources.OwnCpu;

    /// <summary>Connects, and makes sure that everything a poll needs is there.</summary>
    /// <exception cref="ObserveException">It cannot be observed; the message says what to do.</exception>
    public static async Task<SqlServerObserver> ConnectAsync(
        SqlServerConnectionOptions connection,
        TimeProvider time,
        SqlServerObserverOptions options,
        CancellationToken cancellationToken
    )
    {
        var own = new ConcurrentDictionary<int, byte>();
        var link = PollSession.LinkTo(connection, own);
        try
        {
            var look = await ServerInspection.TakeAsync(await link.GetAsync(cancellationToken), cancellationToken);
            return new SqlServerObserver(link, look, own, connection, options, time);
        }
        catch (Exception e)
        {
            await link.DisposeAsync();
            if (cancellationToken.IsCancellationRequested || e is not ConfigureException failure)
                throw;
            throw SqlServerError.Observing(failure);
        }
    }

    /// <summary>Begins to keep hints for later executions; null before SQL Server 2022, which has none.</summary>
    /// <param name="directory">Where they are remembered. What an earlier run has left there is cleared.</param>
    public IStatementHints? OpenHints(string directory)
    {
        if (Server.VersionParts[0] < QueryStoreState.FirstWithHints)
            return null;
        var journal = HintJournal.Open(directory, new ServerIdentity(Server.Kind, Server.Version, "", _name));
        return new SqlServerHints(new OwnLink(_connection, LinkSettings.Hints, _own), journal, _time);
    }

    /// <summary>
    /// Does once what a poll and a plan take, so that the first requests that count wait neither for
    /// connections nor for code that has never run, here or on the server. What fails here is left to the first poll.
    /// </summary>
    public async Task WarmUpAsync(CancellationToken cancellationToken)
    {
        using var late = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            late.CancelAfter(WarmUpTimeout);
            var link = await _link.GetAsync(late.Token);
            var own = await link.Details.ReadAsync([link.Link.SessionId], late.Token);
            await ReadRequestsAsync(link, late.Token);
            _fetcher?.WarmUp();
            if (_fetcher is not null && own is [{ PlanHandle: { Length: > 0 } handle }])
                await WarmUpPlanAsync(handle, late.Token);
            await Task.WhenAll(_history.SettleAsync(), _resources.SettleAsync()).WaitAsync(late.Token);
        }
        catch (Exception e) when (e is ConfigureException or ObserveException or OperationCanceledException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            await _link.DropAsync();
        }
    }

    public override Task WaitForPlanAsync(CancellationToken cancellationToken) =>
        _plans.Cache.WaitAsync(cancellationToken);

    private protected override async Task ReadAsync(bool findBlocking, CancellationToken cancellationToken) =>
        await ReadRequestsAsync(await _link.GetAsync(cancellationToken), cancellationToken);

    private protected override async Task<string?> EndAsync(ObservedQuery query, CancellationToken cancellationToken)
    {
        if (_table.Find(query.ProcessId) is not { } request || request.Started != query.Started)
            return "the query has ended";
        return request.Session is { IsHidden: false, Exemption: null, Facts.IsSuperuser: false }
            ? await SessionKill.RunAsync(await _link.GetAsync(cancellationToken), request.Row, cancellationToken)
            : SessionKill.Spared;
    }

    private protected override Task DropAsync() => _link.DropAsync();

    private protected override bool IsExpected(Exception failure) =>
        failure is ConfigureException or OperationCanceledException;

    private protected override bool IsLost(Exception failure) => failure is not ConfigureException { IsLost: false };

    private protected override string Reason(Exception failure) =>
        failure is ConfigureException known ? $"{known.Message}. {known.Next}" : failure.Message;

    internal Task SettleEventsAsync() => _events?.SettleAsync() ?? Task.CompletedTask;

    public override async ValueTask DisposeAsync()
    {
        if (_fetcher is not null)
            await _fetcher.DisposeAsync();
        await _history.DisposeAsync();
        await _resources.DisposeAsync();
        if (_events is not null)
            await _events.DisposeAsync();
        await _link.DisposeAsync();
    }

    /// <summary>All that a request goes through until its plan is known, with a made-up one.</summary>
    private async Task WarmUpPlanAsync(byte[] handle, CancellationToken cancellationToken)
    {
        _snapshot.Requests.Add(WarmUpRequest.Row);
        _table.Update(_snapshot);
        _table.Add([WarmUpRequest.Detail(handle)]);
        Refresh();
        await _plans.Cache.WaitAsync(cancellationToken);
        Refresh();
        _snapshot.Requests.Remove(WarmUpRequest.Row);
        _table.Update(_snapshot);
        Refresh();
    }

    private async Task ReadRequestsAsync(PollSession link, CancellationToken cancellationToken)
    {
        if (link.Link.ServerName != _name)
        {
            Noted.Add(
                $"{link.Link.ServerName} answers instead of {_name}: it is observed from now on; "
                    + $"hints stay with {_name}"
            );
            _name = link.Link.ServerName;
        }

        var began = _time.GetTimestamp();
        await link.Poll.RunAsync(_snapshot, cancellationToken);
        if (_pace.Add(_time.GetElapsedTime(began)))
            Noted.Set("pace", _pace.Note is { } note ? [note] : []);
        if (!_snapshot.SeesAll)
            throw new ObserveException(Rights.Missing(Server.Target, Server.VersionParts));
        if (_resources.Sysadmins is { } sysadmins)
            _table.Take(sysadmins);
        _table.Update(_snapshot);
        if (_table.MissingDetails() is { Count: > 0 } sessions)
            _table.Add(await link.Details.ReadAsync(sessions, cancellationToken));
        if (await _sleepers.UpdateAsync(link.Link, _table.SleepingBlockers, cancellationToken) is { } asleep)
            Noted.Set("sleepers", [.. asleep]);
        Noted.Set("logins", _table.Doubt is { } doubt ? [Rights.WhyLeftAlone(doubt)] : []);
        if (_table.HasUnseenDatabases)
            Noted.Add(Rights.UnseenDatabases);
        _history.Update(_table.Ordered);
        _events?.Update();
        _resources.Update(_table.Ordered);
        if (_resources.Last is { Secondaries.IsEmpty: false } resources)
            Noted.Add(Rights.Secondaries(resources.Secondaries));
    }

    private protected override ObserveException Polling(Exception failure, bool isLate) =>
        isLate
            ? new ObserveException(
                $"{Server.Target}: the poll took longer than 1 s; the server may be overloaded or frozen",
                failure
            )
        : failure is ConfigureException known ? SqlServerError.Observing(known)
        : new ObserveException($"{Server.Target}: {failure.Message}", failure);

    private protected override Observation Observe()
    {
        _plans.Cache.MarkSeen();
        var now = _snapshot.Time.ToUniversalTime();
        var figures = ImmutableArray.CreateBuilder<RequestFigures>(_table.Ordered.Count);
        var queries = _table.HandOut(
            Last.Queries,
            request =>
            {
                var query = _plans.HandOut(request, now);
                if (query is not null)
                    figures.Add(request.Row.Figures);
                return query;
            }
        );
        return new Observation(now, queries) { Figures = figures.DrainToImmutable(), Blocking = _table.Blocking };
    }
}

internal sealed record SqlServerObserverOptions : ObserverOptions;
