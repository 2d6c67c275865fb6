using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace RgPolicy.Architecture.Tests.Uses;

/// <summary>
/// Which types of one assembly use which others of it, read from what was compiled: bases, members, instructions. A
/// nested type counts as the one that it is in. What the compiler leaves no trace of (constants, nameof) is not seen.
/// </summary>
internal sealed class TypeUses
{
    private readonly PEReader _file;
    private readonly MetadataReader _metadata;
    private readonly HashSet<TypeDefinitionHandle> _found = [];
    private readonly SignatureTypes _signatures;

    private TypeUses(PEReader file)
    {
        (_file, _metadata) = (file, file.GetMetadataReader());
        _signatures = new SignatureTypes(_found);
    }

    /// <summary>Every pair once.</summary>
    public static HashSet<(TypeName From, TypeName To)> Of(string assemblyFile)
    {
        using var file = new PEReader(File.OpenRead(assemblyFile));
        return new TypeUses(file).Pairs();
    }

    private HashSet<(TypeName From, TypeName To)> Pairs()
    {
        var pairs = new HashSet<(TypeName From, TypeName To)>();
        foreach (var handle in _metadata.TypeDefinitions)
        {
            _found.Clear();
            ReadType(_metadata.GetTypeDefinition(handle));
            pairs.UnionWith(
                _found.Select(used => (NameOf(handle), NameOf(used))).Where(pair => pair.Item1 != pair.Item2)
            );
        }

        return pairs;
    }

    private void ReadType(TypeDefinition type)
    {
        Note(type.BaseType);
        foreach (var each in type.GetInterfaceImplementations())
            Note(_metadata.GetInterfaceImplementation(each).Interface);

        foreach (
            var constraint in type.GetGenericParameters()
                .SelectMany(each => _metadata.GetGenericParameter(each).GetConstraints())
        )
            Note(_metadata.GetGenericParameterConstraint(constraint).Type);

        foreach (var field in type.GetFields())
            _ = _metadata.GetFieldDefinition(field).DecodeSignature(_signatures, null);

        foreach (var method in type.GetMethods())
            ReadMethod(_metadata.GetMethodDefinition(method));
    }

    private void ReadMethod(MethodDefinition method)
    {
        _ = method.DecodeSignature(_signatures, null);
        if (method.RelativeVirtualAddress == 0)
            return;

        var body = _file.GetMethodBody(method.RelativeVirtualAddress);
        if (!body.LocalSignature.IsNil)
            _ = _metadata.GetStandaloneSignature(body.LocalSignature).DecodeLocalSignature(_signatures, null);

        foreach (var region in body.ExceptionRegions)
            Note(region.CatchType);

        foreach (var token in MethodTokens.Of(body))
            Note(MetadataTokens.EntityHandle(token));
    }

    private void Note(EntityHandle handle)
    {
        if (handle.IsNil)
            return;

        switch (handle.Kind)
        {
            case HandleKind.TypeDefinition:
                _found.Add((TypeDefinitionHandle)handle);
                break;
            case HandleKind.TypeSpecification:
                _ = _metadata.GetTypeSpecification((TypeSpecificationHandle)handle).DecodeSignature(_signatures, null);
                break;
            case HandleKind.MethodDefinition:
                _found.Add(_metadata.GetMethodDefinition((MethodDefinitionHandle)handle).GetDeclaringType());
                break;
            case HandleKind.FieldDefinition:
                _found.Add(_metadata.GetFieldDefinition((FieldDefinitionHandle)handle).GetDeclaringType());
                break;
            case HandleKind.MemberReference:
                NoteMember(_metadata.GetMemberReference((MemberReferenceHandle)handle));
                break;
            case HandleKind.MethodSpecification:
                var method = _metadata.GetMethodSpecification((MethodSpecificationHandle)handle);
                _ = method.DecodeSignature(_signatures, null);
                Note(method.Method);
                break;
        }
    }

    private void NoteMember(MemberReference member)
    {
        Note(member.Parent);
        if (member.GetKind() == MemberReferenceKind.Method)
            _ = member.DecodeMethodSignature(_signatures, null);
        else
            _ = member.DecodeFieldSignature(_signatures, null);
    }

    private TypeName NameOf(TypeDefinitionHandle handle)
    {
        var type = _metadata.GetTypeDefinition(handle);
        var outer = type.GetDeclaringType();
        return outer.IsNil
            ? new TypeName(_metadata.GetString(type.Namespace), _metadata.GetString(type.Name))
            : NameOf(outer);
    }
}
