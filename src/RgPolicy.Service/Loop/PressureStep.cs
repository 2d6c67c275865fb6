using RgPolicy.Engine.Observe;

namespace RgPolicy.Service.Loop;

/// <summary>Adds the host's pressure to observations; read once a second, for the kernel renews it every two.</summary>
internal sealed class PressureStep
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly Func<HostPressure>? _read;
    private readonly TimeProvider _time;
    private HostPressure? _last;
    private long _lastRead;

    public PressureStep(Func<HostPressure>? read, TimeProvider time)
    {
        _read = read;
        _time = time;
    }

    public Observation AddTo(Observation seen)
    {
        if (_read is null || seen.Pressure is not null)
        {
            return seen;
        }

        if (_last is null || _time.GetElapsedTime(_lastRead) >= Interval)
        {
            _last = _read();
            _lastRead = _time.GetTimestamp();
        }

        return seen with
        {
            Pressure = _last,
        };
    }
}
