namespace RgPolicy.Documents.Status;

/// <summary>A query that runs.</summary>
/// <param name="Id">Its id.</param>
/// <param name="ProcessId">The process that runs it.</param>
/// <param name="Class">Its class.</param>
/// <param name="Provisional">Whether a signal that is still missing can change the class.</param>
/// <param name="Pool">The pool that it is in.</param>
/// <param name="PoolNumber">The pool's number towards the sidecar; 0 where it is not throttled.</param>
/// <param name="ElapsedSeconds">How long it has run.</param>
/// <param name="Application">As the session names it.</param>
/// <param name="Login">The login that runs it.</param>
/// <param name="Database">Where.</param>
/// <param name="Workers">Processes besides its own.</param>
/// <param name="Note">Why it is not in its class's pool, and why its plan cannot be had or tells nothing; empty for
/// nothing.</param>
/// <param name="Statement">The beginning of its text, as far as the service shows texts; null for nothing.</param>
/// <param name="Resources">What it has of the server; null where the server tells nothing.</param>
/// <param name="CpuSeconds">Processor time so far, as it was looked at last; null where it is not measured.</param>
/// <param name="WaitsFor">What it waits for, such as <c>lock</c>; null for nothing.</param>
/// <param name="Phase">The work that it is at, such as <c>sort</c>; null where the server does not tell.</param>
/// <param name="Settings">The settings of its class's pool.</param>
/// <param name="Measured">What samples of its memory found; null where none was taken.</param>
public sealed record QueryStatus(
    string? Id,
    long? ProcessId,
    string? Class,
    bool? Provisional,
    string? Pool,
    long? PoolNumber,
    double? ElapsedSeconds,
    string? Application,
    string? Login,
    string? Database,
    long? Workers,
    string? Note,
    string? Statement,
    RequestStatus? Resources,
    double? CpuSeconds,
    string? WaitsFor,
    string? Phase,
    IReadOnlyList<SettingStatus>? Settings,
    MeasuredStatus? Measured = null
);

/// <summary>What samples of a query's memory found.</summary>
/// <param name="WorkingSetBytes">What it touches again and again.</param>
/// <param name="StreamedBytesPerSecond">What it touches or reads beside that.</param>
public sealed record MeasuredStatus(long? WorkingSetBytes, long? StreamedBytesPerSecond);

/// <summary>What a running request has of the server.</summary>
/// <param name="Dop">Its degree of parallelism.</param>
/// <param name="Schedulers">Such as <c>0-3</c>; empty for none.</param>
/// <param name="Cpus">Such as <c>0-3</c>; empty for none.</param>
/// <param name="Grant">Its memory grant; null where it needs none.</param>
public sealed record RequestStatus(long? Dop, string? Schedulers, string? Cpus, GrantStatus? Grant);

/// <summary>A memory grant.</summary>
/// <param name="RequestedBytes">Asked for.</param>
/// <param name="GrantedBytes">Null while it waits.</param>
/// <param name="UsedBytes">Used now.</param>
/// <param name="MostUsedBytes">The most that it has used.</param>
/// <param name="IdealBytes">What would spill nothing.</param>
/// <param name="WaitedSeconds">How long it waited, or waits.</param>
public sealed record GrantStatus(
    long? RequestedBytes,
    long? GrantedBytes,
    long? UsedBytes,
    long? MostUsedBytes,
    long? IdealBytes,
    double? WaitedSeconds
);

/// <summary>How many queries were given each class, interval by interval.</summary>
/// <param name="IntervalSeconds">Length of an interval.</param>
/// <param name="Intervals">How many there are, the running one included.</param>
/// <param name="Classes">Each class, then all others in one.</param>
public sealed record DecisionCounts(long? IntervalSeconds, long? Intervals, IReadOnlyList<ClassDecisions>? Classes);

/// <summary>The queries that were given one class.</summary>
/// <param name="Name">The class's name, or <c>(other)</c>.</param>
/// <param name="Queries">One number for each interval, the oldest first.</param>
public sealed record ClassDecisions(string? Name, IReadOnlyList<long>? Queries);

/// <summary>Quantiles of durations, in seconds.</summary>
/// <param name="Count">How many were measured.</param>
/// <param name="P50">The median.</param>
/// <param name="P95">The 95th percentile.</param>
/// <param name="P99">The 99th percentile.</param>
/// <param name="Max">The longest.</param>
public sealed record DurationQuantiles(long? Count, double? P50, double? P95, double? P99, double? Max);
