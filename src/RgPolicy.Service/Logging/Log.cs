namespace RgPolicy.Service.Logging;

/// <summary>Every message of the service, each with its own number.</summary>
internal static partial class Log
{
    [LoggerMessage(
        1,
        LogLevel.Information,
        "Watching {Target} ({Kind} {Version}) with policy {Policy}, revision {Revision}, level {Level}."
    )]
    public static partial void Started(
        this ILogger logger,
        string target,
        string kind,
        string version,
        string policy,
        string revision,
        string level
    );

    [LoggerMessage(2, LogLevel.Information, "Ended after {Turns} turns; everything is let go.")]
    public static partial void Ended(this ILogger logger, long turns);

    [LoggerMessage(3, LogLevel.Warning, "{Note}")]
    public static partial void Noted(this ILogger logger, string note);

    [LoggerMessage(4, LogLevel.Information, "No longer so: {Note}")]
    public static partial void NoLonger(this ILogger logger, string note);

    [LoggerMessage(10, LogLevel.Warning, "A poll failed: {Message}")]
    public static partial void PollFailed(this ILogger logger, string message);

    [LoggerMessage(
        11,
        LogLevel.Error,
        "No good poll for 5 s: every query is let go until the DBMS can be observed again."
    )]
    public static partial void TargetLost(this ILogger logger);

    [LoggerMessage(12, LogLevel.Information, "The DBMS can be observed again.")]
    public static partial void TargetBack(this ILogger logger);

    [LoggerMessage(
        13,
        LogLevel.Warning,
        "The DBMS's clock jumped by {Seconds:F3} s; the ages of queries go on without the jump."
    )]
    public static partial void ClockJumped(this ILogger logger, double seconds);

    [LoggerMessage(20, LogLevel.Information, "The sidecar is ready with {Pools} pools.")]
    public static partial void SidecarReady(this ILogger logger, int pools);

    [LoggerMessage(21, LogLevel.Warning, "Nothing is governed until the sidecar serves this service. {Message}")]
    public static partial void SidecarLost(this ILogger logger, string message);

    [LoggerMessage(22, LogLevel.Warning, "Process {ProcessId} could not be put into pool {Pool} ({Status}): {Detail}")]
    public static partial void MoveFailed(
        this ILogger logger,
        int processId,
        string pool,
        string status,
        string detail
    );

    [LoggerMessage(23, LogLevel.Warning, "Pool {Pool}: {Problem}")]
    public static partial void PoolProblem(this ILogger logger, string pool, string problem);

    [LoggerMessage(26, LogLevel.Warning, "No query has ways of its own: {Reason}.")]
    public static partial void NoParts(this ILogger logger, string reason);

    [LoggerMessage(24, LogLevel.Information, "Query {Query} was cancelled by rule {Rule}.")]
    public static partial void Cancelled(this ILogger logger, string query, string rule);

    [LoggerMessage(25, LogLevel.Warning, "Query {Query} was not cancelled by rule {Rule}: {Reason}")]
    public static partial void NotCancelled(this ILogger logger, string query, string rule, string reason);

    [LoggerMessage(30, LogLevel.Information, "Policy {Policy} was read again: revision {Revision} is in force.")]
    public static partial void PolicyReplaced(this ILogger logger, string policy, string revision);

    [LoggerMessage(
        31,
        LogLevel.Error,
        "Policy {Policy} was changed and has errors; revision {Revision} stays in force. {Error}"
    )]
    public static partial void PolicyRejected(this ILogger logger, string policy, string revision, string error);

    [LoggerMessage(
        35,
        LogLevel.Warning,
        "Policy {Policy} was changed: revision {Revision} waits to be approved, on the console or by rgp reload."
    )]
    public static partial void PolicyWaits(this ILogger logger, string policy, string revision);

    [LoggerMessage(32, LogLevel.Information, "In meaning: {Difference}")]
    public static partial void PolicyDiffers(this ILogger logger, string difference);

    [LoggerMessage(
        33,
        LogLevel.Warning,
        "Paused by {By} ({Path}): everything is let go and nothing is enforced until rgp resume."
    )]
    public static partial void Paused(this ILogger logger, string by, string path);

    [LoggerMessage(34, LogLevel.Information, "Resumed by {By}: the policy is enforced again.")]
    public static partial void Resumed(this ILogger logger, string by);

    [LoggerMessage(40, LogLevel.Information, "{Kind} {Query}: {Message}")]
    public static partial void Decided(this ILogger logger, string kind, string query, string message);

    [LoggerMessage(41, LogLevel.Debug, "{Kind} {Query}: {Message}")]
    public static partial void DecidedSmall(this ILogger logger, string kind, string query, string message);

    [LoggerMessage(42, LogLevel.Information, "Would {Kind} {Query}: {Message}")]
    public static partial void Advised(this ILogger logger, string kind, string query, string message);

    [LoggerMessage(44, LogLevel.Information, "Hint: {News}.")]
    public static partial void Hinted(this ILogger logger, string news);

    [LoggerMessage(45, LogLevel.Information, "CPUs {Cpus} of {Pool}: {Masks} ({Reason}).")]
    public static partial void CoresGiven(this ILogger logger, string pool, string cpus, string masks, string reason);

    [LoggerMessage(46, LogLevel.Information, "All CPUs have the whole cache again: {Reason}.")]
    public static partial void CoresLetGo(this ILogger logger, string reason);

    [LoggerMessage(47, LogLevel.Warning, "No CPU has masks of its pool: {Problem}.")]
    public static partial void CoresNotGoverned(this ILogger logger, string problem);

    [LoggerMessage(43, LogLevel.Information, "{Count} more decisions in this second are not logged.")]
    public static partial void Suppressed(this ILogger logger, int count);

    [LoggerMessage(51, LogLevel.Warning, "{Asker} may not {Order}: {Reason}")]
    public static partial void OrderRefused(this ILogger logger, string asker, string order, string reason);

    [LoggerMessage(
        60,
        LogLevel.Error,
        "The audit trail {Path} cannot be written; it will say how many entries are missing. {Reason}"
    )]
    public static partial void AuditFailed(this ILogger logger, string path, string reason);

    [LoggerMessage(61, LogLevel.Error, "The audit trail is broken and was set aside: {Problem}")]
    public static partial void AuditBroken(this ILogger logger, string problem);

    [LoggerMessage(
        62,
        LogLevel.Information,
        "The audit trail {Path} is written again; {Lost} entries are missing, and it says so."
    )]
    public static partial void AuditBack(this ILogger logger, string path, long lost);

    [LoggerMessage(63, LogLevel.Error, "The log file {Path} cannot be written; messages go only here. {Reason}")]
    public static partial void LogFileFailed(this ILogger logger, string path, string reason);

    [LoggerMessage(
        64,
        LogLevel.Information,
        "The log file {Path} is written again; {Lost} messages are missing in it."
    )]
    public static partial void LogFileBack(this ILogger logger, string path, long lost);

    [LoggerMessage(65, LogLevel.Warning, "Reactions cannot be written to {Path} and are missing there. {Reason}")]
    public static partial void ReactionsFailed(this ILogger logger, string path, string reason);

    [LoggerMessage(66, LogLevel.Warning, "Minutes cannot be kept in {Path}: {Reason} What is missing is counted.")]
    public static partial void MinutesFailed(this ILogger logger, string path, string reason);

    [LoggerMessage(67, LogLevel.Information, "Minutes are kept in {Path} again; {Lost} are missing.")]
    public static partial void MinutesBack(this ILogger logger, string path, long lost);

    [LoggerMessage(68, LogLevel.Warning, "{Path} is damaged and now {Aside}; another one is begun.")]
    public static partial void MinutesSetAside(this ILogger logger, string path, string aside);

    [LoggerMessage(69, LogLevel.Error, "A minute could not be counted and is missing; everything else goes on.")]
    public static partial void MinuteNotCounted(this ILogger logger, Exception failure);

    [LoggerMessage(52, LogLevel.Information, "Status page and metrics are at {Address}")]
    public static partial void PageServed(this ILogger logger, string address);

    [LoggerMessage(50, LogLevel.Warning, "Status is not served at {Path}: {Reason}")]
    public static partial void StatusNotServed(this ILogger logger, string path, string reason);

    [LoggerMessage(54, LogLevel.Warning, "The status socket {Path} was removed; it is there again.")]
    public static partial void StatusServedAgain(this ILogger logger, string path);

    [LoggerMessage(
        80,
        LogLevel.Debug,
        "Start: {Step} took {Milliseconds:F0} ms; {Since:F0} ms since exec, {Cpu:F0} ms of processor time."
    )]
    public static partial void StartStepDone(
        this ILogger logger,
        string step,
        double milliseconds,
        double since,
        double cpu
    );

    [LoggerMessage(81, LogLevel.Information, "Start: {Step} has taken {Seconds:F1} s so far; it may take {Limit} s.")]
    public static partial void StartStepWaits(this ILogger logger, string step, double seconds, double limit);

    [LoggerMessage(82, LogLevel.Warning, "Start: {Step} has failed after {Seconds:F1} s.")]
    public static partial void StartStepFailed(this ILogger logger, string step, double seconds);

    [LoggerMessage(83, LogLevel.Debug, "Start: {What}; {Since:F0} ms since exec, {Cpu:F0} ms of processor time.")]
    public static partial void StartReached(this ILogger logger, string what, double since, double cpu);

    [LoggerMessage(
        84,
        LogLevel.Warning,
        "RgPolicy has no share of the processors of its own: {Lack}. Beside a full host it decides late; "
            + "docs/howto/go-live.md says how to give it one."
    )]
    public static partial void NoShare(this ILogger logger, string lack);

    [LoggerMessage(70, LogLevel.Error, "Not governed, tried again in {Seconds} s: {Problem}")]
    public static partial void TargetWaits(this ILogger logger, string problem, double seconds);

    [LoggerMessage(71, LogLevel.Critical, "The loop has failed; everything it held was let go.")]
    public static partial void TargetFailed(this ILogger logger, Exception failure);

    [LoggerMessage(72, LogLevel.Critical, "The loop of {Target} has not completed a turn for {Seconds} s.")]
    public static partial void LoopHangs(this ILogger logger, string target, double seconds);

    [LoggerMessage(73, LogLevel.Warning, "Waiting for the server: {Problem}")]
    public static partial void ServerAwaited(this ILogger logger, string problem);

    [LoggerMessage(
        74,
        LogLevel.Warning,
        "The policy asks what queries touch (measured.*), which stays unknown: root does not let the sidecar sample. "
            + "Put \"sampling\": true into its limits file, and start it again."
    )]
    public static partial void SamplesRefused(this ILogger logger);

    [LoggerMessage(
        75,
        LogLevel.Information,
        "What a query of process {ProcessId} touches is not known: {Problem}. Others of this reason are not logged."
    )]
    public static partial void SampleFailed(this ILogger logger, int processId, string problem);

    [LoggerMessage(76, LogLevel.Error, "The answer to {Question} could not be made, which is a fault of RgPolicy.")]
    public static partial void AnswerFailed(this ILogger logger, string question, Exception fault);

    [LoggerMessage(
        77,
        LogLevel.Warning,
        "{Service} does not work: {Problem} Everything is governed on; it is tried again, with growing pauses."
    )]
    public static partial void SideServiceFailed(this ILogger logger, string service, string problem);

    [LoggerMessage(78, LogLevel.Information, "{Service} works again.")]
    public static partial void SideServiceWorks(this ILogger logger, string service);

    [LoggerMessage(79, LogLevel.Information, "{Order} was given up: whoever sent it has gone.")]
    public static partial void OrderGivenUp(this ILogger logger, string order);
}
