using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Signals;

/// <summary>Fills the constants of a target.</summary>
internal static class TargetSignals
{
    private static readonly Signal Llc = SignalCatalog.Get("host.llc");
    private static readonly Signal L2 = SignalCatalog.Get("host.l2");
    private static readonly Signal Cores = SignalCatalog.Get("host.cores");
    private static readonly Signal Sockets = SignalCatalog.Get("host.sockets");
    private static readonly Signal Kind = SignalCatalog.Get("dbms.kind");
    private static readonly Signal Version = SignalCatalog.Get("dbms.version");

    public static void Fill(SignalValues values, TargetProfile target)
    {
        values[Llc] = SignalValue.Of(target.LlcBytes);
        values[L2] = SignalValue.Of(target.L2Bytes);
        values[Cores] = SignalValue.Of(target.Cores);
        values[Sockets] = SignalValue.Of(target.Sockets);
        var kind = Kind.Words.IndexOf(target.DbmsKind);
        values[Kind] = kind >= 0 ? SignalValue.Of(kind) : SignalValue.Absent;
        values[Version] = SignalValue.OfVersion(target.DbmsVersion);
    }
}
