namespace RgPolicy.Dbms.Configure;

/// <summary>Turns a server's present configuration into a policy.</summary>
public interface IPolicyImporter
{
    /// <summary>The policy, and what it leaves out.</summary>
    /// <exception cref="ConfigureException">The configuration cannot be read.</exception>
    Task<ImportedPolicy> ImportAsync(CancellationToken cancellationToken);
}
