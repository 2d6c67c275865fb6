using System.Globalization;

namespace RgPolicy.Service.Observing;

/// <summary>The processes of this host, as /proc shows them.</summary>
internal sealed class ProcProcessTable : IProcessTable
{
    /// <inheritdoc/>
    public bool Exists(int processId) =>
        Directory.Exists(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}"));
}

/// <summary>The processes of this host.</summary>
internal interface IProcessTable
{
    /// <summary>True while the process exists.</summary>
    bool Exists(int processId);
}
