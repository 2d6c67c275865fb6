using System.Collections.Immutable;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Moving;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Sampling;

/// <summary>
/// Samples one query at a time, beside the moves: a walk over a large memory takes tens of milliseconds, which no move
/// may wait. After each it rests for a hundred times as long as looking took, whatever a client asks for, also after one
/// that it refused only once it had opened processes. It changes nothing that would have to be given back.
/// </summary>
internal sealed class Sampler(FileRoot root, Limits limits, TargetCheck check, TimeProvider time)
{
    private const int MostMicroseconds = 200_000;

    private readonly object _gate = new();
    private readonly List<SampleReport> _found = [];
    private CancellationTokenSource? _running;
    private long _restUntil;

    /// <summary>Whether root lets it.</summary>
    internal bool IsAllowed => limits.Sampling;

    /// <summary>Begins, or notes why not.</summary>
    internal void Begin(SampleRequest request, Postmaster? postmaster)
    {
        var began = time.GetTimestamp();
        var problem = FindProblem(postmaster);
        if (problem.Length > 0 || postmaster is not { } server)
        {
            Add(new SampleReport(request.Processes[0], [], 0, 0, problem));
            return;
        }

        if (Open(request, server, out problem) is not { } run)
        {
            RestFor(time.GetElapsedTime(began));
            Add(new SampleReport(request.Processes[0], [], 0, 0, problem));
            return;
        }

        var end = new CancellationTokenSource();
        lock (_gate)
        {
            _running = end;
        }

        new Thread(() => Run(run, end)) { IsBackground = true, Name = "sampling" }.Start();
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

    private string FindProblem(Postmaster? postmaster)
    {
        if (!IsAllowed)
        {
            return "root does not allow samples (sampling in the limits file)";
        }

        if (postmaster is null)
        {
            return "the DBMS does not run";
        }

        if (IsBusy)
        {
            return "another sample is being taken or paid for";
        }

        return new PressureReader(root).Read().MemoryPercent is > 0
            ? "the host is short of memory, and marks decide what it gives up"
            : string.Empty;
    }

    private bool IsBusy
    {
        get
        {
            lock (_gate)
            {
                return _running is not null || time.GetTimestamp() < _restUntil;
            }
        }
    }

    private SampleRun? Open(SampleRequest request, Postmaster server, out string problem)
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
                return null;
            }
        }

        var budget = Math.Min(request.BudgetMicroseconds, MostMicroseconds);
        var run = new SampleRun(request.Processes[0], opened.ToImmutable(), budget);
        if (!SampleWindows.For(budget, opened.Sum(each => each.WalkMicroseconds)).IsEmpty)
        {
            return run;
        }

        run.Dispose();
        problem = "it has more memory than its age pays for";
        return null;
    }

    // The memory of a thread is that of the whole server.
    private string? Refuse(ProcessStat stat, Postmaster server, bool isClient) =>
        ThreadGroup.IsThread(root, stat.ProcessId)
            ? "the DBMS's sessions are threads, which share their memory"
            : check.Refuse(stat, server, isClient);

    private void Run(SampleRun run, CancellationTokenSource end)
    {
        using (run)
        {
            var report = run.Run(rest => end.Token.WaitHandle.WaitOne(rest));
            lock (_gate)
            {
                RestFor(TimeSpan.FromMicroseconds(report.CostMicroseconds));
                if (!end.IsCancellationRequested)
                {
                    _found.Add(report);
                }

                _running = null;
                end.Dispose();
            }
        }
    }

    private void RestFor(TimeSpan cost)
    {
        lock (_gate)
        {
            var rest = cost * SampleRequest.RestPerCost;
            _restUntil = time.GetTimestamp() + (long)(rest.TotalSeconds * time.TimestampFrequency);
        }
    }

    private void Add(SampleReport report)
    {
        lock (_gate)
        {
            _found.Add(report);
        }
    }
}
