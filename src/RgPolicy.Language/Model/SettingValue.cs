namespace RgPolicy.Language.Model;

/// <summary>What a setting asks for.</summary>
public abstract record SettingValue;
