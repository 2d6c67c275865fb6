using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Moving;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Sampling;

/// <summary>
/// Samples one query at a time, on a thread of its own: a walk over a large memory takes tens of milliseconds, and so
/// may opening and checking many processes, for which no move may wait. After each it rests for a hundred times as long
/// as all that took, whatever a client asks for, also after one that it refused only once it had opened processes. It
/// changes nothing that would have to be given back.
/// </summary>
/// <param name="root">Where <c>/proc</c> begins.</param>
/// <param name="limits">What root lets it do.</param>
/// <param name="check">Used by the sampling thread only.</param>
/// <param name="time">The clock.</param>
/// <param name="start">Runs the work beside the caller: <see cref="StartThread"/>.</param>
internal sealed class Sampler(FileRoot root, Limits limits, TargetCheck check, TimeProvider time, Action<Action> start)
{
    private const int MostMicroseconds = 200_000;

    private readonly object _gate = new();
    private readonly List<SampleReport> _found = [];
    private CancellationTokenSource? _running;
    private long _restUntil;

    /// <summary>Whether root lets it.</summary>
    internal bool IsAllowed => limits.Sampling;

    /// <summary>Runs it on a thread of its own.</summary>
    internal static void StartThread(Action work) =>
        new Thread(() => work()) { IsBackground = true, Name = "sampling" }.Start();

    /// <summary>Begins, or notes why not.</summary>
    internal void Begin(SampleRequest request, Postmaster? postmaster)
    {
        if (!IsAllowed)
            Add(Refused(request, "root does not allow samples (sampling in the limits file)"));
        else if (postmaster is not { } server)
            Add(Refused(request, "the DBMS does not run", isPassing: true));
        else if (Take() is not { } end)
            Add(Refused(request, "another sample is being taken or paid for", isPassing: true));
        else
            start(() => Run(request, server, end));
    }

    /// <summary>What was found since the last call.</summary>
    internal IReadOnlyList<SampleReport> Collect()
    {
        lock (_gate)
        {
            SampleReport[] found = [.. _found];
            _found.Clear();
            return found;
        }
    }

    /// <summary>Ends what runs, and forgets what was found.</summary>
    internal void Forget()
    {
        lock (_gate)
        {
            _running?.Cancel();
            _found.Clear();
        }
    }

    // Null while another one runs, or is paid for.
    private CancellationTokenSource? Take()
    {
        lock (_gate)
        {
            if (_running is not null || time.GetTimestamp() < _restUntil)
                return null;

            var end = new CancellationTokenSource();
            _running = end;
            return end;
        }
    }

    private void Run(SampleRequest request, Postmaster server, CancellationTokenSource end)
    {
        var report = Look(request, server, end.Token);
        lock (_gate)
        {
            RestFor(TimeSpan.FromMicroseconds(report.CostMicroseconds));
            if (!end.IsCancellationRequested)
                _found.Add(report);

            _running = null;
            end.Dispose();
        }
    }

    private SampleReport Look(SampleRequest request, Postmaster server, CancellationToken end)
    {
        if (new PressureReader(root).Read().MemoryPercent is > 0)
            return Refused(request, "the host is short of memory, and marks decide what it gives up", isPassing: true);

        var began = time.GetTimestamp();
        using var run = Open(request, server, began, out var problem);
        var opening = time.GetElapsedTime(began).TotalMicroseconds;
        var report = run?.Run(rest => end.WaitHandle.WaitOne(rest)) ?? Refused(request, problem);
        return report with
        {
            CostMicroseconds = (int)Math.Min(report.CostMicroseconds + opening, int.MaxValue),
            Number = request.Number,
        };
    }

    // What opening took is not left for the walks.
    private SampleRun? Open(SampleRequest request, Postmaster server, long began, out string problem)
    {
        var opened = OpenAll(request, server, out problem);
        if (opened.IsEmpty)
            return null;

        var budget =
            Math.Min(request.BudgetMicroseconds, MostMicroseconds) - time.GetElapsedTime(began).TotalMicroseconds;
        var run = new SampleRun(request.Processes[0], opened, budget);
        if (!SampleWindows.For(budget, opened.Sum(each => each.WalkMicroseconds)).IsEmpty)
            return run;

        run.Dispose();
        problem = SampleRun.TooLarge;
        return null;
    }

    // A worker that may not be looked at, or has ended, is left out; without the backend there is nothing.
    private ImmutableArray<SampledProcess> OpenAll(SampleRequest request, Postmaster server, out string problem)
    {
        var opened = ImmutableArray.CreateBuilder<SampledProcess>();
        problem = string.Empty;
        foreach (var id in request.Processes.Distinct())
        {
            if (
                SampledProcess.Open(root, id, stat => Refuse(stat, server, request.IsClient), out var why) is
                { } process
            )
            {
                opened.Add(process);
            }
            else if (opened.Count == 0)
            {
                problem = why;
                return [];
            }
        }

        return opened.ToImmutable();
    }

    // The memory of a thread is that of the whole server.
    private string? Refuse(ProcessStat stat, Postmaster server, bool isClient) =>
        ThreadGroup.IsThread(root, stat.ProcessId)
            ? "the DBMS's sessions are threads, which share their memory"
            : check.Refuse(stat, server, isClient);

    private static SampleReport Refused(SampleRequest request, string problem, bool isPassing = false) =>
        new(request.Processes[0], [], 0, 0, problem, isPassing, request.Number);

    private void RestFor(TimeSpan cost)
    {
        var rest = cost * SampleRequest.RestPerCost;
        _restUntil = time.GetTimestamp() + (long)(rest.TotalSeconds * time.TimestampFrequency);
    }

    private void Add(SampleReport report)
    {
        lock (_gate)
        {
            _found.Add(report);
        }
    }
}
