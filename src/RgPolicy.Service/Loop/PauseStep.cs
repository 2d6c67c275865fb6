using RgPolicy.Service.Audit;
using RgPolicy.Service.Control;

namespace RgPolicy.Service.Loop;

/// <summary>Follows the kill switch: when it goes on everything is let go, and nothing is enforced
/// until it is off.</summary>
internal sealed class PauseStep(LoopParts parts, MoveStep? enforce, AuditStep audit)
{
    private readonly PauseSwitch? _switch = parts.Pause;

    /// <summary>Whether nothing may be enforced in this turn.</summary>
    public bool IsOn { get; private set; }

    /// <summary>Who paused; null while it is not paused.</summary>
    public PauseRecord? Record { get; private set; }

    /// <summary>Looks at the switch and carries out a change of it.</summary>
    /// <param name="now">On the DBMS's clock.</param>
    /// <param name="by">Who turned it, where the file does not say.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public async Task FollowAsync(DateTimeOffset now, string by, CancellationToken cancellationToken)
    {
        var isOn = _switch?.IsOn ?? false;
        if (isOn == IsOn)
            return;

        IsOn = isOn;
        Record = isOn ? _switch?.Read() : null;
        if (!isOn)
        {
            parts.Logger.Resumed(by);
            audit.Turned(AuditEvent.Resume, by, _switch?.Path);
            return;
        }

        parts.Logger.Paused(Record?.By ?? by, _switch?.Path ?? "");
        audit.Turned(AuditEvent.Pause, Record?.By ?? by, _switch?.Path);
        if (enforce is not null)
            await enforce.LetGoAsync(now, "the service is paused", cancellationToken);
    }

    /// <summary>Turns the switch on a user's order.</summary>
    /// <returns>What to warn of, or null.</returns>
    public string? Turn(bool on, string by)
    {
        if (_switch is null)
            return "this service has no kill switch";

        if (on)
        {
            return _switch.TurnOn(by, parts.Time.GetUtcNow()) is { } unkept
                ? $"it ends with the service: {_switch.Path} cannot be written: {unkept}"
                : null;
        }

        if (_switch.TurnOff() is { } stays)
            return $"{_switch.Path} cannot be removed: {stays}";

        return null;
    }
}
