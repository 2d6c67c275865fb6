using System.Collections.Immutable;

namespace RgPolicy.Service.Settings;

/// <summary>Settings that were read, or everything that is wrong with them.</summary>
/// <param name="Settings">Null exactly when there are problems.</param>
/// <param name="Problems">In the order of the file.</param>
public sealed record SettingsReading(ServiceSettings? Settings, ImmutableArray<SettingProblem> Problems);
