using RgPolicy.Service.Audit;
using RgPolicy.Service.Policies;

namespace RgPolicy.Service.Loop;

/// <summary>The policy that the loop decides by. A changed file is read beside the loop and put in force between two
/// turns; one with an error changes nothing, and says so.</summary>
internal sealed class PolicyInForce(LoopParts parts, ChangeHistory history)
{
    private const int MostPast = 10;

    private const string WhoeverChangedIt = "whoever changed the file";

    private readonly List<(string By, Action<ReloadOutcome> Answer)> _asking = [];
    private PolicyReading? _reading;
    private PolicyProgram _loaded = parts.Program;
    private PolicyProgram? _previous;

    /// <summary>With the settings of the active states.</summary>
    public PolicyProgram Program => Governor.Program;

    public Governor Governor { get; } = new(parts.Program, new GovernorOptions { Tenant = parts.Tenant });

    /// <summary>Whether queries still have the classes of the policy before.</summary>
    public bool IsUndecided { get; private set; }

    /// <summary>Why the last change was rejected; null when the file's last state is in force.</summary>
    public string? Error { get; private set; }

    /// <summary>A changed policy that waits to be approved; null where none does.</summary>
    public WaitingRevision? Waiting { get; private set; }

    /// <summary>The revisions before since the start, the newest first.</summary>
    public ImmutableArray<PastRevision> Past { get; private set; } = [];

    /// <summary>Begins to read a changed file, and puts in force what was read since the last turn. A newer file ends
    /// the check of an older one.</summary>
    public async Task FollowFileAsync()
    {
        if (_reading is { IsOver: true } over)
        {
            _reading = null;
            Take(await over.TakeAsync());
        }

        if (parts.PolicyFile is not { } file || (!file.HasChanged() && (_reading is not null || _asking.Count == 0)))
            return;

        _reading?.GiveUp();
        var inForce = _loaded;
        _reading = new PolicyReading(token => parts.ReadPolicy(file, inForce, token), parts.CheckTime);
    }

    /// <summary>Reads the file again in any case; the answer comes in a later turn.</summary>
    public void Reload(string by, Action<ReloadOutcome> answer)
    {
        if (parts.PolicyFile is null)
        {
            answer(Rejected("this policy does not come from a file"));
            return;
        }

        _asking.Add((by, answer));
    }

    /// <summary>Puts in force what was in force before the last replacement; it stays until the file
    /// changes again.</summary>
    public ReloadOutcome ReloadPrevious(string by)
    {
        if (_previous is not { } previous)
            return Rejected("there is no revision before this one since the service started");

        try
        {
            return Replace(previous, PolicyChange.Compare(_loaded, previous), by);
        }
        catch (Exception failure)
        {
            return Reject(Fault(failure), by);
        }
    }

    /// <summary>Puts in force what waits for it, where it is this revision: what was looked at, and nothing that came
    /// after it.</summary>
    public ReloadOutcome Approve(string revision, string by) =>
        Waiting is { } waiting && string.Equals(waiting.Program.Revision, revision, StringComparison.Ordinal)
            ? TryReplace(waiting.Program, waiting.Difference, by)
        : Waiting is { } other ? Rejected($"revision {other.Program.Revision} waits to be approved: look at it again")
        : Rejected("no policy waits to be approved");

    public GovernorTurn Decide(Observation seen)
    {
        var turn = Governor.Decide(seen);
        IsUndecided = false;
        return turn;
    }

    private void Take(PolicyChange change)
    {
        var by = _asking.Count > 0 ? _asking[0].By : WhoeverChangedIt;
        Waiting = null;
        var outcome =
            change.Load.Program is not { } program ? Reject(change.Load.FirstError ?? "", by)
            : string.Equals(program.Revision, _loaded.Revision, StringComparison.Ordinal) || IsHeld(program, change)
                ? Keep()
            : TryReplace(program, change.Differences, by);
        _asking.ForEach(asking => asking.Answer(outcome));
        _asking.Clear();
    }

    // Ordering a reload approves the revision.
    private bool IsHeld(PolicyProgram program, PolicyChange change)
    {
        if (!parts.Options.ApprovePolicy || _asking.Count > 0)
            return false;

        Waiting = new WaitingRevision(parts.Time.GetUtcNow(), program, change.Differences);
        parts.Logger.PolicyWaits(parts.Options.Policy, program.Revision);
        return true;
    }

    private ReloadOutcome TryReplace(PolicyProgram program, RevisionDifference difference, string by)
    {
        try
        {
            return Replace(program, difference, by);
        }
        catch (Exception failure)
        {
            return Reject(Fault(failure), by);
        }
    }

    private static string Fault(Exception failure) =>
        $"The policy could not be put in force, which is a fault of this program: {failure.Message}";

    private ReloadOutcome Reject(string error, string by)
    {
        Error = error;
        history.Add(new AuditEntry(AuditEvent.Rejected, by, _loaded.Revision) { Reason = error });
        parts.Logger.PolicyRejected(parts.Options.Policy, _loaded.Revision, error);
        return Rejected(error);
    }

    private ReloadOutcome Rejected(string error) =>
        new(ReloadOutcomeKind.Rejected, _loaded.Revision, _loaded.Revision, error, []);

    private ReloadOutcome Keep()
    {
        Error = null;
        return new ReloadOutcome(ReloadOutcomeKind.Unchanged, _loaded.Revision, _loaded.Revision, null, []);
    }

    private ReloadOutcome Replace(PolicyProgram program, RevisionDifference difference, string by)
    {
        PutInForce(program);
        Error = null;
        var before = _loaded.Revision;
        (_previous, _loaded, Waiting) = (_loaded, program, null);
        Past = [new PastRevision(parts.Time.GetUtcNow(), by, before, difference), .. Past.Take(MostPast - 1)];
        IsUndecided = true;
        history.Add(
            new AuditEntry(AuditEvent.Policy, by, program.Revision)
            {
                Before = before,
                After = program.Revision,
                Reason = difference.Meaning.LastOrDefault(),
            }
        );
        parts.Logger.PolicyReplaced(parts.Options.Policy, program.Revision);
        foreach (var line in difference.Meaning)
            parts.Logger.PolicyDiffers(line);

        return new ReloadOutcome(ReloadOutcomeKind.Replaced, program.Revision, before, null, difference.Meaning);
    }

    /// <summary>The last good policy stays in force where the new one cannot be.</summary>
    private void PutInForce(PolicyProgram program)
    {
        try
        {
            Governor.Replace(program);
        }
        catch (Exception)
        {
            Governor.Replace(_loaded);
            throw;
        }
    }
}
