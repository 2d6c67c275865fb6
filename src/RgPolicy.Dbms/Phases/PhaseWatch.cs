using RgPolicy.Plans;

namespace RgPolicy.Dbms.Phases;

/// <summary>
/// The work that one statement is at, from what poll after poll tells. It changes its class, so it has to last: what is
/// seen once and gone again changes nothing.
/// </summary>
internal sealed class PhaseWatch
{
    /// <summary>Polls that have to see other work before the statement is at that.</summary>
    public const int PollsToBegin = 3;

    /// <summary>Polls that tell nothing before the last work is taken for over: waits are met by some polls
    /// only.</summary>
    public const int PollsToEnd = 20;

    private PlanShape? _next;
    private int _sightings;
    private int _silence;

    /// <summary>The work; null while none is told.</summary>
    public PlanShape? Phase { get; private set; }

    /// <summary>Takes in what a poll told; null for nothing.</summary>
    public void See(PlanShape? seen)
    {
        if (seen is not { } work)
        {
            Miss();
        }
        else
        {
            _silence = 0;
            Count(work);
        }
    }

    private void Count(PlanShape work)
    {
        _sightings = work == _next ? _sightings + 1 : 1;
        _next = work;
        if (_sightings >= PollsToBegin)
        {
            Phase = work;
        }
    }

    private void Miss()
    {
        if (++_silence >= PollsToEnd)
        {
            (Phase, _next, _sightings) = (null, null, 0);
        }
    }
}
