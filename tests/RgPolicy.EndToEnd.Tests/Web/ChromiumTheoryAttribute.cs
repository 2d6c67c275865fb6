namespace RgPolicy.EndToEnd.Tests.Web;

/// <summary>Tests that need the browser.</summary>
internal sealed class ChromiumTheoryAttribute : TheoryAttribute
{
    public ChromiumTheoryAttribute()
    {
        if (ProgramFactAttribute.Find("chromium") is null)
            Skip = ChromiumFactAttribute.Missing;
    }
}
