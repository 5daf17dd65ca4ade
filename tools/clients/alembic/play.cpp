// Reads Alembic archives with the Alembic library, and writes the positions of all points of all meshes, frame by frame,
// as little-endian f32. Beside them it lists the parameters of each mesh and the colours of its materials, with their
// least and largest numbers:
//   play LIST      LIST has a line "archive<TAB>output<TAB>frames a second<TAB>number of frames" for each archive
#include <Alembic/Abc/All.h>
#include <Alembic/AbcCoreOgawa/All.h>
#include <Alembic/AbcGeom/All.h>
#include <Alembic/AbcMaterial/All.h>
#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

using namespace Alembic::Abc;
using namespace Alembic::AbcGeom;
using namespace Alembic::AbcMaterial;

namespace {

struct Mesh {
  IPolyMesh mesh;
  /** The transforms above it, from the top down. */
  std::vector<IXform> above;
};

void findMeshes(const IObject &object, std::vector<IXform> above, std::vector<Mesh> &found) {
  if (IXform::matches(object.getMetaData())) above.emplace_back(object, kWrapExisting);
  if (IPolyMesh::matches(object.getMetaData())) found.push_back({IPolyMesh(object, kWrapExisting), above});
  for (size_t n = 0; n < object.getNumChildren(); n++) findMeshes(object.getChild(n), above, found);
}

M44d placeAt(const std::vector<IXform> &above, const ISampleSelector &time) {
  M44d place;
  for (const IXform &xform : above) place = xform.getSchema().getValue(time).getMatrix() * place;
  return place;
}

/** A line for a parameter: its name, the numbers in a value, the values, the least and the largest number. */
template <class Param>
void describe(std::ostream &out, const std::string &name, Param parameter) {
  if (!parameter.valid()) return;
  typename Param::sample_type sample;
  parameter.getExpanded(sample);
  const auto values = sample.getVals();
  const size_t width = sizeof((*values)[0]) / sizeof(float);
  const float *numbers = reinterpret_cast<const float *>(values->get());
  const auto [least, most] = std::minmax_element(numbers, numbers + width * values->size());
  out << name << '\t' << width << '\t' << values->size() << '\t' << *least << '\t' << *most << '\n';
}

/** A line about the lengths of the normals, and one that says whether most are on the outer side of their faces. */
void describeNormals(std::ostream &out, IPolyMeshSchema &schema) {
  IN3fGeomParam parameter = schema.getNormalsParam();
  if (!parameter.valid()) return;
  IN3fGeomParam::Sample sample;
  parameter.getExpanded(sample);
  const auto normals = sample.getVals();
  const auto mesh = schema.getValue();
  const auto points = mesh.getPositions();
  const auto corners = mesh.getFaceIndices(), counts = mesh.getFaceCounts();
  float shortest = 1e9f, longest = 0;
  for (size_t n = 0; n < normals->size(); n++) {
    const float length = (*normals)[n].length();
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
  }
  size_t outside = 0, first = 0;
  for (size_t p = 0; p < counts->size(); p++) {
    const size_t count = (*counts)[p];
    V3f across(0, 0, 0);
    for (size_t c = 0; c < count; c++)
      across += (*points)[(*corners)[first + c]].cross((*points)[(*corners)[first + (c + 1) % count]]);
    // Faces are wound clockwise.
    for (size_t c = 0; c < count; c++) outside += across.dot((*normals)[first + c]) < 0;
    first += count;
  }
  // Smooth normals of a crumpled cloth are on the other side of some of its faces.
  const int most = 2 * outside > normals->size();
  out << "N\t3\t" << normals->size() << '\t' << shortest << '\t' << longest << '\n';
  out << "N outside\t3\t" << normals->size() << '\t' << most << '\t' << most << '\n';
}

void describeMesh(std::ostream &out, IPolyMesh &mesh) {
  IPolyMeshSchema &schema = mesh.getSchema();
  describe(out, "uv", schema.getUVsParam());
  describeNormals(out, schema);
  ICompoundProperty own = schema.getArbGeomParams();
  for (size_t n = 0; own.valid() && n < own.getNumProperties(); n++) {
    const PropertyHeader &header = own.getPropertyHeader(n);
    const std::string &name = header.getName();
    if (IFloatGeomParam::matches(header)) describe(out, name, IFloatGeomParam(own, name));
    else if (IV2fGeomParam::matches(header)) describe(out, name, IV2fGeomParam(own, name));
    else if (IP2fGeomParam::matches(header)) describe(out, name, IP2fGeomParam(own, name));
    else if (IV3fGeomParam::matches(header)) describe(out, name, IV3fGeomParam(own, name));
    else if (IC4fGeomParam::matches(header)) describe(out, name, IC4fGeomParam(own, name));
    else out << name << "\tunknown\n";
  }
}

/** The object at a path from the top. */
IObject objectAt(IObject object, const std::string &path) {
  std::istringstream names(path);
  for (std::string name; std::getline(names, name, '/');)
    if (!name.empty()) object = object.getChild(name);
  return object;
}

/** A line about the base colour of the material of each set of faces. */
void describeMaterials(std::ostream &out, IPolyMesh &mesh, const IObject &top) {
  std::vector<std::string> sets;
  mesh.getSchema().getFaceSetNames(sets);
  for (const std::string &name : sets) {
    std::string path, shader;
    if (!getMaterialAssignmentPath(mesh.getSchema().getFaceSet(name), path)) continue;
    IMaterial material(objectAt(top, path), kWrapExisting);
    if (!material.getSchema().getShader("arnold", "surface", shader)) continue;
    const IC3fProperty property(material.getSchema().getShaderParameters("arnold", "surface"), "base_color");
    const C3f colour = property.getValue();
    const auto [least, most] = std::minmax({colour.x, colour.y, colour.z});
    out << shader << ' ' << material.getName() << "\t3\t1\t" << least << '\t' << most << '\n';
  }
}

void play(const std::string &archive, const std::string &output, double fps, int frames) {
  IArchive opened(Alembic::AbcCoreOgawa::ReadArchive(), archive);
  std::vector<Mesh> meshes;
  findMeshes(opened.getTop(), {}, meshes);
  std::ofstream out(output, std::ios::binary);
  for (int k = 0; k < frames; k++) {
    const ISampleSelector time(k / fps, ISampleSelector::kNearIndex);
    for (Mesh &one : meshes) {
      const M44d place = placeAt(one.above, time);
      const auto points = one.mesh.getSchema().getValue(time).getPositions();
      for (size_t i = 0; i < points->size(); i++) {
        const V3d at = V3d((*points)[i]) * place;
        const float numbers[] = {float(at.x), float(at.y), float(at.z)};
        out.write(reinterpret_cast<const char *>(numbers), sizeof numbers);
      }
    }
  }
  std::ofstream told(output + ".txt");
  for (Mesh &one : meshes) {
    describeMesh(told, one.mesh);
    describeMaterials(told, one.mesh, opened.getTop());
  }
}

}  // namespace

int main(int, char **arguments) {
  std::ifstream list(arguments[1]);
  for (std::string line; std::getline(list, line);) {
    std::istringstream fields(line);
    std::string archive, output, fps, frames;
    std::getline(fields, archive, '\t');
    std::getline(fields, output, '\t');
    std::getline(fields, fps, '\t');
    std::getline(fields, frames, '\t');
    play(archive, output, std::stod(fps), std::stoi(frames));
  }
  return 0;
}
