using System.Collections.Immutable;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Recording;

/// <summary>Keeps the dictionaries of a recording and makes queries of their numbers.</summary>
internal sealed class QueryDecoder(bool hasWaits, bool hasGroups, bool hasPhases)
{
    private const int MaximumWorkers = 10_000;
    private const int Shapes = (int)PlanShape.Unknown + 1;

    private readonly List<SessionFacts> _sessions = [];
    private readonly List<StatementFacts> _statements = [];
    private readonly List<PlanFacts> _plans = [];
    private readonly List<HistoryFacts> _histories = [];
    private long _entryBytes;

    /// <summary>True when the entries take more than a writer would ever let them.</summary>
    public bool IsTooLarge => _entryBytes > 2 * RecordingFormat.MaximumEntryBytes;

    /// <summary>Takes an entry or a reset; false when the frame is of another kind or does not fit.</summary>
    public bool Accept(FrameKind kind, ReadOnlySpan<byte> payload)
    {
        var frame = new FrameParser(payload);
        _entryBytes += payload.Length;
        switch (kind)
        {
            case FrameKind.Session:
                _sessions.Add(FactsCodec.ReadSession(ref frame, hasGroups));
                return frame.IsWhole;
            case FrameKind.Statement:
                _statements.Add(FactsCodec.ReadStatement(ref frame, hasWaits));
                return frame.IsWhole;
            case FrameKind.Plan:
                _plans.Add(PlanCodec.Read(ref frame));
                return frame.IsWhole;
            case FrameKind.History:
                _histories.Add(FactsCodec.ReadHistory(ref frame));
                return frame.IsWhole;
            case FrameKind.Reset:
                Clear();
                return frame.IsWhole;
            default:
                return false;
        }
    }

    public ObservedQuery? Read(ref FrameParser frame, long pollTicks)
    {
        var processId = frame.Integer();
        var started = frame.Moment(pollTicks - frame.Signed());
        var session = Number(ref frame, _sessions.Count);
        var statement = frame.Index(_statements.Count);
        var plan = Number(ref frame, _plans.Count);
        var history = frame.Index(_histories.Count);
        var waits = frame.Flag();
        var hasWritten = hasWaits && frame.Flag();
        var isCritical = hasWaits && frame.Flag();
        var phase = hasPhases ? frame.Index(Shapes) : -1;
        var exemption = frame.OptionalText();
        var workers = ReadWorkers(ref frame);
        return frame.Failed
            ? null
            : new ObservedQuery
            {
                ProcessId = processId,
                Started = started,
                Session = _sessions[session],
                Statement = statement < 0 ? null : _statements[statement],
                Plan = _plans[plan],
                History = history < 0 ? null : _histories[history],
                WaitsForLock = waits,
                HasWritten = hasWritten,
                IsInCriticalSection = isCritical,
                Phase = phase < 0 ? null : (PlanShape)phase,
                Exemption = exemption,
                Workers = workers,
            };
    }

    private void Clear()
    {
        _sessions.Clear();
        _statements.Clear();
        _plans.Clear();
        _histories.Clear();
        _entryBytes = 0;
    }

    private static int Number(ref FrameParser frame, int count)
    {
        var number = frame.Unsigned();
        if (number >= (ulong)count)
        {
            frame.Fail();
            return 0;
        }

        return (int)number;
    }

    private static ImmutableArray<int> ReadWorkers(ref FrameParser frame)
    {
        var workers = ImmutableArray.CreateBuilder<int>(frame.Count(MaximumWorkers));
        for (var left = workers.Capacity; left > 0; left--)
        {
            workers.Add(frame.Integer());
        }

        return workers.MoveToImmutable();
    }
}
