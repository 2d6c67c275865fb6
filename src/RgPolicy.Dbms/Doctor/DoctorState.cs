namespace RgPolicy.Dbms;

/// <summary>How a finding of the check turned out.</summary>
public enum DoctorState
{
    /// <summary>As it should be.</summary>
    Ok,

    /// <summary>RgPolicy works, and something is lost.</summary>
    Warning,

    /// <summary>RgPolicy cannot observe this server.</summary>
    Missing,
}
