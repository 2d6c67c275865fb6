using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Bench.Engine;

/// <summary>A question as it stands before the engine: new to it, or asked again while the query goes on.</summary>
internal sealed class AskedQuestion(SignalValues values)
{
    private static readonly int Elapsed = SignalCatalog.Get("request.elapsed").Ordinal;

    private readonly SignalValue _now = values[Elapsed];
    private readonly SignalValue _later = SignalValue.Of(values[Elapsed].Number + 0.005m);
    private bool _isLater;

    public SignalValues Values => values;

    /// <summary>The values as if none had been ranked before: somebody else has asked meanwhile.</summary>
    public SignalValues New()
    {
        values.TakeRanks(this, 0, out _);
        return values;
    }

    /// <summary>The values at another age of the query, everything else as it was.</summary>
    public SignalValues Aged()
    {
        _isLater = !_isLater;
        values[Elapsed] = _isLater ? _later : _now;
        return values;
    }
}
