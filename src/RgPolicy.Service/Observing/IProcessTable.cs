namespace RgPolicy.Service.Observing;

/// <summary>The processes of this host.</summary>
internal interface IProcessTable
{
    /// <summary>True while the process exists.</summary>
    bool Exists(int processId);
}
